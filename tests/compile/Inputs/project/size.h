#define Size 64
