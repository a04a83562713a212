/// Blocks of a cluster: PTX ISA "Special Registers: %cluster_ctarank", "barrier.cluster" and
/// "mapa". Needs sm_90.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith {

/// The block's number in its cluster.
__device__ __forceinline__ int clusterRank() {
  int rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// How many blocks it has.
__device__ __forceinline__ int clusterBlocks() {
  int blocks;
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
  return blocks;
}

/// All threads of the cluster meet, and each has seen what the others wrote to shared memory.
__device__ __forceinline__ void synchronizeCluster() {
  asm volatile("barrier.cluster.arrive.release;\n"
               "barrier.cluster.wait.acquire;" ::
                   : "memory");
}

/// The same where they have written nothing but barriers that are published (tensor_copy.h): it
/// waits for no memory.
__device__ __forceinline__ void meetInCluster() {
  asm volatile("barrier.cluster.arrive.relaxed;\n"
               "barrier.cluster.wait.acquire;" ::
                   : "memory");
}

/// Where the block of this rank has what `shared` points to in the own block.
__device__ __forceinline__ unsigned peerAddress(const void *shared, int rank) {
  unsigned address;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(address)
               : "r"(sharedAddress(shared)), "r"(rank));
  return address;
}

/// Reads an element of another block.
__device__ __forceinline__ void loadPeer(float &value, unsigned address) {
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(value) : "r"(address) : "memory");
}
__device__ __forceinline__ void loadPeer(unsigned &value, unsigned address) {
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
}

/// What the block of this rank has where `shared` points to in the own block.
template <typename Element>
__device__ __forceinline__ Element peerElement(const Element *shared, int rank) {
  Element value;
  loadPeer(value, peerAddress(shared, rank));
  return value;
}

/// Arrives at the barrier that the block of this rank has where `barrier` points to. Orders reads
/// by the tensor cores, which have been waited for, and nothing else.
__device__ __forceinline__ void arriveAt(Barrier *barrier, int rank) {
  asm volatile("{\n"
               ".reg .b32 remote;\n"
               "mapa.shared::cluster.u32 remote, %0, %1;\n"
               "mbarrier.arrive.shared::cluster.b64 _, [remote];\n"
               "}" ::"r"(sharedAddress(barrier)),
               "r"(rank)
               : "memory");
}

} // namespace warpsmith
