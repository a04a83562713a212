"""known-grid.py: a merged results file of the grid, with times that are easily compared by hand."""
import json


def row(benchmark, variant, element, size, numerics, time, verdict="ok", baseline=0, result=None):
    # The host takes half of a library's time, and a microsecond more than ours have by themselves.
    host = {"cpu_time": time / 2} if baseline else {"cpu_time": time / 4 + 1, "kernel_cpu_time": time / 4}
    modes = [{"mode": "graph-warm", "real_time": time},
             {"mode": "stream-cold", "real_time": time if baseline else 2 * time} | host]
    timed = {"mode": "graph-cold", "real_time": time, "other_modes": modes} if time else {"real_time": 0}
    return {"name": f"{benchmark}/{variant}/{element}/{size}", "benchmark": benchmark, "variant": variant,
            "type": element, "size": size, "numerics": numerics, "verdict": verdict, "baseline": baseline,
            "twin": 0, "element_types": {"A": element, "B": element, "C": result or element},
            "beta": 0} | timed


rows = []
for size, ours, cublas, lt in (("1024", 10, 10, 12), ("1536", 5, 11, 10), ("2048", 10, 8, 9)):
    rows += [row("matmul", "original", "half", size, "bitexact", 0),
             row("matmul", "auto", "half", size, "fp16", ours),
             row("matmul", "cublas-fp16", "half", size, "fp16", cublas, baseline=1),
             row("matmul", "cublaslt-fp16", "half", size, "fp16", lt, baseline=1),
             row("matmul", "cublas-fp16 (again)", "half", size, "fp16", 1) | {"twin": 1}]
# cuBLAS's other routine was wrong: it is no baseline.
rows += [row("matmul-nt", "auto", "half", "1000", "fp16", 10),
         row("matmul-nt", "cublas-fp16", "half", "1000", "fp16", 0, "not applicable", 1),
         row("matmul", "auto", "half", "4096", "fp16", 0, "failed"),
         row("matmul", "cublas-fp16", "half", "4096", "fp16", 7, baseline=1)]
rows += [row("matmul", "auto", "float", "1024", "bitexact", 4),
         row("matmul", "auto-tf32", "float", "1024", "tf32", 8),
         row("matmul", "cublas-sgemm", "float", "1024", "fp32", 4, baseline=1),
         row("matmul", "cublas-tf32", "float", "1024", "tf32", 6, baseline=1),
         row("matmul", "auto", "float", "256x256x65536", "bitexact", 100),
         row("matmul", "cublas-sgemm", "float", "256x256x65536", "fp32", 10, baseline=1)]
rows += [row("gemm", "auto", "half", "2048", "fp16", 2, result="float"),
         row("gemm", "cublas-fp16", "half", "2048", "fp16", 8, baseline=1, result="float")]
print(json.dumps({"context": {
    "date": "2026-01-02T03:04:05", "commit": "0123456789", "repetitions": 9, "lt_heuristics": 8,
    "device": {"name": "A GPU", "driver": "1", "cuda": "13.0", "cublas": "13.1"}}, "benchmarks": rows}))
