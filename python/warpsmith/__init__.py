"""Warpsmith for programs that hold their CUDA sources in strings.

    import warpsmith

    result = warpsmith.rewrite(source, passes="tile,pipeline", flags=["-DN=1024"])
    for verdict in result.verdicts:
        print(verdict)
    compile_with_nvcc(result.source)

The package brings the programs `warpsmith`, `warpsmith-emulate` and `polybench`; this module calls the
first. A kernel is rewritten where the same source launches it: what a launch elsewhere covers is not
known, so such a kernel is left alone, with that reason in its verdict.
"""

from __future__ import annotations

import dataclasses
import importlib.metadata
import json
import os
import pathlib
import shutil
import subprocess
import sysconfig
import tempfile
from typing import Callable, Optional, Sequence, Tuple, Union

__all__ = ["Comparison", "Error", "Result", "Run", "Verdict", "include_folder", "program",
           "rewrite", "same"]

_Path = Union[str, "os.PathLike[str]"]


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of one kernel, or of one launch of it."""

    file: str  #: the name that was given to `rewrite`, or the path of a header
    line: int  #: counted from 1
    column: int  #: counted from 1
    kernel: str
    verdict: str  #: "rewritten", "missed", "skipped", "refused", "hint", "launch" or "group"
    message: str  #: the remark in full, with the reason
    check: str  #: the pass or check that the remark is of, as "warpsmith-tile"
    passes: str = ""  #: what a rewritten kernel was made by, with all parameters

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message} [{self.check}]"


@dataclasses.dataclass(frozen=True)
class Result:
    """A source after `rewrite`."""

    source: str  #: the rewritten source; the same as before where nothing was rewritten
    verdicts: Tuple[Verdict, ...]  #: one or more for each kernel, in the order of the source
    messages: str  #: all that warpsmith printed: remarks, warnings

    @property
    def rewritten(self) -> Tuple[Verdict, ...]:
        """The verdicts of the kernels that were rewritten."""
        return tuple(one for one in self.verdicts if one.verdict == "rewritten")


@dataclasses.dataclass(frozen=True)
class Run:
    """One launch of two kernels in the emulator, from the same data."""

    shape: str  #: M x N x K, as "45x37x29"
    data: str  #: "eighths", "uniform", "spread" or "special"
    result: str  #: "same bits", "zeros differ in sign", "other roundings", "different" or "not run"
    text: str  #: what differs, or why it was not run


@dataclasses.dataclass(frozen=True)
class Comparison:
    """What `same` has found out about two kernels."""

    #: "same bits", "same sum, other roundings", "different", "no difference found" or "not judged"
    verdict: str
    proved: bool  #: for all data and all sizes, but for the restrictions
    #: They are the same as far as `numerics` asks: by proof, or with `accept_tested` by tests.
    accepted: bool
    restrictions: Tuple[str, ...]  #: of the sizes that a proof is for
    conditions: Tuple[str, ...]  #: of a proof: what launches must meet
    reasons: Tuple[str, ...]  #: what differs, or why there is no proof
    runs: Tuple[Run, ...]
    text: str  #: the report for people


class Error(Exception):
    """warpsmith refused the request, or the source does not compile, or verification failed."""

    def __init__(self, message: str, status: int = 1, verdicts: Sequence[Verdict] = ()) -> None:
        super().__init__(message)
        #: The program's exit status: 1 where something failed, 2 where the arguments are wrong.
        self.status = status
        self.verdicts = tuple(verdicts)  #: what was known by then


def program(name: str = "warpsmith") -> pathlib.Path:
    """The path of a program that was installed with this package, else of one on the PATH.

    Raises FileNotFoundError where there is none.
    """
    try:
        files = importlib.metadata.files("warpsmith") or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name == name and file.parent.name == "bin":
            path = pathlib.Path(str(file.locate())).resolve()
            if path.is_file():
                return path
    found = shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"'{name}' is neither installed with this package nor on the PATH")
    return pathlib.Path(found).resolve()


def include_folder() -> pathlib.Path:
    """The folder to give nvcc or NVRTC by -I for the output of `device_headers`."""
    folder = program().parent.parent / "include"
    if not (folder / "warpsmith" / "device").is_dir():
        raise FileNotFoundError(f"'{folder}' has no warpsmith/device")
    return folder


def rewrite(
    source: str,
    *,
    passes: Optional[str] = None,
    arch: Optional[str] = None,
    numerics: Optional[str] = None,
    kernel: Optional[str] = None,
    verify: bool = False,
    device_headers: bool = False,
    flags: Sequence[str] = (),
    name: str = "kernel.cu",
    options: Sequence[str] = (),
    executable: Optional[_Path] = None,
    timeout: Optional[float] = None,
) -> Result:
    """Rewrites the naive matrix-multiply kernels of a CUDA source.

    Args:
        source: The source, with the kernels and their launches.
        passes: Pipeline of passes, as "tile<128;128;16>,pipeline"; by default warpsmith's own.
        arch: Architecture to schedule for, as "sm_90a".
        numerics: What a rewrite may change: "bitexact" (the default), "fp32", "fp64", "tf32", "fp16",
            "bf16", "fp8-sums"; with ",invariant" behind it an element's bits depend on its row, its
            column and k, as "fp16,invariant".
        kernel: Only kernels whose names match this glob.
        verify: Run each rewritten kernel against its original in the emulator, which needs clang++-22.
            What differs, or cannot be verified, raises `Error`.
        device_headers: Include <warpsmith/device/...> instead of standing alone (`include_folder`).
        flags: Flags that the source needs from nvcc, as "-DN=1024" or "-Iinclude". Relative folders
            are of the working folder.
        name: What messages call the source.
        options: More options of warpsmith's command line.
        executable: The program to call instead of `program()`.
        timeout: Seconds after which `subprocess.TimeoutExpired` is raised.

    Raises:
        Error: Nothing was rewritten, for the reason in the message.
        FileNotFoundError: There is no program to call.
    """
    if pathlib.PurePath(name).name != name or name in ("", ".", ".."):
        raise ValueError(f"name: '{name}' is not the name of a file")
    command = [os.fspath(executable) if executable is not None else str(program())]
    for option, value in (("passes", passes), ("arch", arch), ("numerics", numerics),
                          ("kernel", kernel)):
        if value is not None:
            command.append(f"--{option}={value}")
    if verify:
        command.append("--verify")
    if device_headers:
        command.append("--device-headers")
    with tempfile.TemporaryDirectory(prefix="warpsmith-") as scratch:
        folder = pathlib.Path(scratch).resolve()
        below = folder / "source"
        below.mkdir()
        (below / name).write_text(source, encoding="utf-8", newline="")
        # Settings come from the arguments alone, not from a .warpsmith file above the folder.
        (folder / "settings").write_text("")
        output, report = folder / "output", folder / "report.json"
        command += [f"--config-file={folder / 'settings'}", *options, str(below / name), "-o",
                    str(output), f"--report={report}", "--", *flags]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
                              timeout=timeout, check=False)

        def plain(text: str) -> str:
            return text.replace(f"{below}{os.sep}", "")

        verdicts = _verdicts(report, plain)
        if done.returncode != 0 or not output.is_file():
            what = (f"{command[0]} was ended by signal {-done.returncode}" if done.returncode < 0
                    else f"warpsmith ended with status {done.returncode}")
            messages = plain(done.stderr).strip()
            raise Error(messages or what, done.returncode, verdicts)
        with open(output, encoding="utf-8", newline="") as file:
            return Result(file.read(), verdicts, plain(done.stderr))


def same(
    first: str,
    second: str,
    *,
    kernels: Optional[Tuple[str, str]] = None,
    numerics: Optional[str] = None,
    sizes: Sequence[Tuple[int, int, int]] = (),
    launches: Sequence[str] = (),
    proof_only: bool = False,
    accept_tested: bool = False,
    flags: Sequence[str] = (),
    options: Sequence[str] = (),
    executable: Optional[_Path] = None,
    timeout: Optional[float] = None,
) -> Comparison:
    """Says whether two kernels compute the same: by proof, and by runs in the emulator.

    Args:
        first: The source of the first kernel, the reference.
        second: The source of the second one; it may be the same text.
        kernels: The names of both; may be left out where each source has one kernel.
        numerics: The roundings that may differ, as for `rewrite`. By default sums may be regrouped.
        sizes: M, N and K to test with, instead of the usual ones.
        launches: How to launch a kernel that is not read, as "mm<<<(m + 15) / 16, 256>>>".
        proof_only: Run nothing.
        accept_tested: Accept kernels between which runs have found no difference, without a proof.
        flags: Flags that both sources need from nvcc.
        options: More options of `warpsmith same`.
        executable: The program to call instead of `program()`.
        timeout: Seconds after which `subprocess.TimeoutExpired` is raised.

    Raises:
        Error: A source does not compile, or the arguments are wrong.
        FileNotFoundError: There is no program to call.
    """
    command = [os.fspath(executable) if executable is not None else str(program()), "same"]
    if kernels is not None:
        command.append(f"--kernel={kernels[0]},{kernels[1]}")
    if numerics is not None:
        command.append(f"--numerics={numerics}")
    if sizes:
        command.append("--sizes=" + ",".join(f"{m}x{n}x{k}" for m, n, k in sizes))
    command += [f"--launch={launch}" for launch in launches]
    if proof_only:
        command.append("--proof-only")
    if accept_tested:
        command.append("--accept-tested")
    with tempfile.TemporaryDirectory(prefix="warpsmith-") as scratch:
        folder = pathlib.Path(scratch).resolve()
        sources = [folder / "first.cu", folder / "second.cu"]
        for path, source in zip(sources, (first, second)):
            path.write_text(source, encoding="utf-8", newline="")
        (folder / "settings").write_text("")
        report = folder / "report.json"
        command += [f"--config-file={folder / 'settings'}", f"--json={report}", *options,
                    *map(str, sources), "--", *flags]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
                              timeout=timeout, check=False)

        def plain(text: str) -> str:
            return text.replace(f"{folder}{os.sep}", "")

        if not report.is_file():
            what = f"warpsmith same ended with status {done.returncode}"
            raise Error(plain(done.stderr).strip() or what, done.returncode)
        found = json.loads(report.read_text(encoding="utf-8"))
    lists = {key: tuple(map(plain, found[key])) for key in ("restrictions", "conditions", "reasons")}
    runs = tuple(Run(one["shape"], one["data"], one["result"], plain(one["text"]))
                 for one in found["runs"])
    return Comparison(found["verdict"], found["proved"], done.returncode == 0,
                      lists["restrictions"], lists["conditions"], lists["reasons"], runs,
                      plain(done.stdout))


def _verdicts(report: pathlib.Path, plain: Callable[[str], str]) -> Tuple[Verdict, ...]:
    if not report.is_file():
        return ()
    return tuple(
        Verdict(plain(one["file"]), one["line"], one["column"], one["kernel"], one["verdict"],
                plain(one["message"]), one["check"], one.get("passes", ""))
        for one in json.loads(report.read_text(encoding="utf-8"))["kernels"])
