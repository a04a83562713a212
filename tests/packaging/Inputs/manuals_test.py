"""Completions and man pages name the options that --help names: all, and no other.

    manuals_test.py PROGRAMS MANUALS

What --help says is read here in another way than by the script that makes them.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

PROGRAMS = ("warpsmith", "warpsmith-emulate", "warpsmith-nvcc", "polybench")

programs, manuals = map(pathlib.Path, sys.argv[1:3])


def output(*command):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False).stdout


def options(program, command):
    """The spellings at the beginning of the lines of --help."""
    text = output(programs / program, *([command] if command else []), "--help")
    found = set()
    for start in re.findall(r"^  (-\S+)", text, re.MULTILINE):
        found.update(re.match(r"--?[\w-]+", name).group() for name in start.split(",")
                     if re.match(r"--?\w", name))
    assert len(found) > 1 or command == "list", text
    return found


def commands(program):
    if program != "polybench":
        return [""]
    section = output(programs / program, "--help").split("Subcommands:")[1]
    return re.findall(r"^  (\w+)", section, re.MULTILINE)


def bash(line):
    """What bash completes the last word of a line to."""
    program = line.split()[0]
    script = f"""
      source {manuals}/bash/{program}
      compopt() {{ :; }}
      COMP_WORDS=($(sed 's/=/ = /g' <<<"$1")); [[ $1 == *[\\ =] ]] && COMP_WORDS+=('')
      COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
      $(complete -p {program} | sed 's/.*-F \\([^ ]*\\).*/\\1/')
      printf '%s\\n' "${{COMPREPLY[@]}}" """
    return set(output("bash", "--norc", "-c", script, "bash", line).split())


def fish(line):
    program = line.split()[0]
    script = f"source {manuals}/fish/{program}.fish; complete -C $argv[1]"
    lines = output("fish", "--no-config", "-c", script, line).splitlines()
    return {one.split("\t")[0] for one in lines if one}


class Manuals(unittest.TestCase):

    def each_command(self):
        for program in PROGRAMS:
            for command in commands(program):
                yield program, command, options(program, command)

    def test_bash(self):
        for program, command, expected in self.each_command():
            self.assertEqual(bash(f"{program} {command} -"), expected)
        self.assertEqual(bash("polybench r"), {"run", "report"})
        self.assertEqual(bash("warpsmith --numerics=b"), {"bitexact", "bf16"})
        self.assertEqual(bash("warpsmith --passes=til"), {"tile"})
        self.assertEqual(bash("polybench run gemm --l2 c"), {"cold"})
        self.assertEqual(bash("polybench run gemm --variants=split-bf"), {"split-bf16x6"})
        self.assertEqual(bash("polybench run gesu"), {"gesummv"})
        self.assertEqual(bash("warpsmith x.cu -- --pas"), set(), "flags are nvcc's")

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish(self):
        for program, command, expected in self.each_command():
            for start in ("--", "-"):
                found = {name.rstrip("=") for name in fish(f"{program} {command} {start}")
                         if name.startswith("--") or len(name) == 2}
                wanted = {name for name in expected if name.startswith("--") or start == "-"}
                self.assertEqual(found, wanted)
        self.assertEqual(fish("warpsmith --numerics=b"), {"--numerics=bitexact", "--numerics=bf16"})
        self.assertEqual(fish("polybench r"), {"run", "report"})

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh(self):
        for program in PROGRAMS:
            file = manuals / "zsh" / f"_{program}"
            self.assertEqual(output("zsh", "-n", file), "")
            text = file.read_text()
            for command in commands(program):
                part = text
                if command:
                    part = text.split(f"      {command})\n")[1].split(";;")[0]
                found = set(re.findall(r"^ *'\*(--?[\w-]+)", part, re.MULTILINE))
                self.assertEqual(found, options(program, command))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes(self):
        script = pathlib.Path(__file__).resolve().parent / "complete.zsh"
        for line, completed in (("warpsmith --num", "warpsmith --numerics="),
                                ("warpsmith --numerics=bit", "warpsmith --numerics=bitexact"),
                                ("polybench run --vari", "polybench run --variants="),
                                ("polybench repo", "polybench report")):
            done = subprocess.run(["zsh", "-f", script, manuals / "zsh", line], timeout=60,
                                  stdout=subprocess.PIPE, text=True, check=True)
            self.assertEqual(done.stdout.strip(), completed)

    def test_man_pages(self):
        for program in PROGRAMS:
            page = (manuals / "man" / f"{program}.1").read_text()
            for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "ENVIRONMENT",
                            "EXIT STATUS"):
                self.assertEqual(len(re.findall(rf"^\.SH {section}$", page, re.MULTILINE)), 1)
            for command in commands(program):
                part = page
                if command:
                    part = page.split(f".SS {command}\n")[1]
                    part = re.split(r"^\.S[SH] ", part, maxsplit=1, flags=re.MULTILINE)[0]
                else:
                    part = page.split(".SH OPTIONS\n")[1].split("\n.SH ")[0]
                found = {name.replace("\\-", "-")
                         for line in re.findall(r"^\.TP\n(.*)$", part, re.MULTILINE)
                         for name in re.findall(r"\\fB(\\-[^\\]*(?:\\-[^\\]*)*)\\fR", line)}
                expected = options(program, command)
                self.assertEqual(found, expected - {"-h", "--help"} if command else expected)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
