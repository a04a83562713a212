#!/usr/bin/env python3
"""Makes man pages and shell completions of what the programs say of themselves under --help.

    scripts/manuals.py --programs=build/bin --texts=packaging/manuals --output=build/manuals

What --help does not say (examples, files, environment, exit status) stands in a text for each program.
"""
import argparse
import dataclasses
import pathlib
import re
import subprocess
import sys

# What an option's value is, where --help does not say it by its name: `file`, `folder`, or a command
# that prints the words to choose from. Naming an option that a program does not have is an error.
VALUES = {
    "warpsmith": {
        "--passes": "passes", "--numerics": "choices", "--emit": "quoted", "--arch": "architectures",
        "--cuda-path": "folder", "--out-dir": "folder", "-p": "folder", "--config-file": "file",
        "--report": "file", "--certificate": "file", "--export-fixes": "file", "-o": "file",
        "--verify": "on off", "--stdin-name": "file", "--format": "text json sarif github",
    },
    "warpsmith-emulate": {"-o": "file"},
    "warpsmith-nvcc": {},
    "polybench": {
        "--variants": "variants", "--passes": "passes", "--numerics": "choices", "--dtype": "choices",
        "--device": "auto gpu emulator", "--arch": "architectures", "--inputs": "choices",
        "--warpsmith": "file", "--compiler": "file", "--cache": "folder", "--rewritten": "folder",
        "--keep-sources": "folder", "--out": "folder", "--json": "file", "--csv": "file",
        "--prebuilt": "folder", "--input": "file", "--output": "file", "--job-folder": "folder",
        "--compute-sanitizer": "choices", "--update": "file", "--check": "file", "--diffs": "folder",
        "--modes": "graph-cold graph-warm stream-cold stream-warm automatic-cold automatic-warm",
        "--from": "file", "--plots": "folder", "--build-only": "folder",
    },
}


@dataclasses.dataclass
class Option:
    names: list  # as they are typed: -j, --jobs
    value: str  # what --help calls the value; empty for a flag
    text: str
    words: list = dataclasses.field(default_factory=list)  # to choose from
    kind: str = ""  # file, folder, or nothing
    optional: bool = False  # the value may be left out


@dataclasses.dataclass
class Command:
    name: str  # empty for the program itself
    summary: str
    usage: str
    options: list
    positionals: list = dataclasses.field(default_factory=list)  # (name, text)
    closing: str = ""
    words: list = dataclasses.field(default_factory=list)  # for the first positional


def run(program, *arguments, errors=False):
    """What a program prints, or what it says of an error."""
    done = subprocess.run([str(program), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)
    return done.stderr if errors else done.stdout


def llvm_command(text):
    """The help of LLVM's CommandLine library."""
    overview = text.split("OVERVIEW: ")[1].split("\n\n")[0]
    usage = re.search(r"^USAGE: (.*)$", text, re.MULTILINE).group(1)
    options = []
    for line in text.split("OPTIONS:")[1].splitlines():
        match = re.fullmatch(r"  (--?[\w-]+)(?:(\[)?[= ](<)([^>]+)>\]?)?\s+- (.*)", line)
        if match:
            name, optional, _, value, description = match.groups()
            options.append(Option([name], value or "", description, optional=bool(optional)))
        elif line.startswith("  -"):
            raise SystemExit(f"manuals.py: this line of --help is not understood: {line!r}")
    return Command("", overview, usage, options)


def columns(section):
    """The entries of one section of CLI11's help: what is explained, and the explanation."""
    entries = []
    for line in section.splitlines():
        if line.startswith(" " * 30):
            entries[-1][1] += " " + line.strip()
        elif line.startswith("  ") and len(line) > 30 and line[29] == " ":
            entries.append([line[:30].strip(), line[30:].strip()])
        elif line.strip():
            entries.append([line.strip(), ""])
    return [(left, right.strip()) for left, right in entries]


def cli11_command(name, text):
    head, _, rest = text.partition("\nUsage: ")
    usage, _, rest = rest.partition("\n")
    sections, closing = {}, []
    current = None
    for line in rest.splitlines():
        if re.fullmatch(r"(Positionals|Options|Subcommands):", line):
            current = line[:-1]
            sections[current] = []
        elif current and (line.startswith("  ") or not line):
            sections[current].append(line)
        elif line:
            current = None
            closing.append(line)
    command = Command(name, head.strip().split("\n")[0], usage, [], closing=" ".join(closing))
    for left, right in columns("\n".join(sections.get("Positionals", []))):
        command.positionals.append((left.split(" ")[0], right))
    for left, right in columns("\n".join(sections["Options"])):
        left, _, excludes = left.partition(" Excludes: ")
        left, _, _ = left.partition(" REQUIRED")
        spelled, _, value = left.partition(" ")
        value = value.removesuffix(" ...")
        words = re.search(r"\{([^}]*)\}", value)
        kind, _, default = value.partition("=")
        kind = kind.partition(":")[0].lower()
        if default and not right.endswith(")"):
            right += f" (default: {default})"
        if excludes and len(excludes.split()) <= 3:
            right += "; not with " + ", ".join(excludes.split())
        command.options.append(Option(spelled.split(","), kind, right,
                                      words.group(1).split(",") if words else []))
    return command, [left for left, _ in columns("\n".join(sections.get("Subcommands", [])))]


def listed(text):
    """The words of a list in a description: what follows the colon, without what is said of them."""
    after = text.split(":", 1)[1]
    after = re.sub(r"\([^)]*\)", "", after)
    return [word.strip() for word in re.split(r"[,;]", after)
            if re.fullmatch(r"\s*[\w-]+\s*", word)]


def read_commands(program, programs):
    path = programs / program
    text = run(path, "--help")
    if "OVERVIEW:" in text:
        commands = [llvm_command(text)]
    else:
        main, names = cli11_command("", text)
        commands = [main] + [cli11_command(name, run(path, name, "--help"))[0] for name in names]
    dictionaries = {}

    def words(kind):
        if kind not in dictionaries:
            dictionaries[kind] = {
                "passes": lambda: [re.split(r"[<\s]", line)[0] for line in
                                   run(programs / "warpsmith", "--list-passes").splitlines()],
                "architectures": lambda: re.findall(r"(?<=[ ,])sm_\w+|(?<=[ ,])native", run(
                    programs / "warpsmith", "--arch=none", __file__, "--", errors=True).split("known are")[-1]),
                "variants": lambda: ["all"] + section_of_list("Variants"),
                "benchmarks": lambda: ["all"] + section_of_list("Benchmarks"),
            }[kind]()
            if not dictionaries[kind]:
                raise SystemExit(f"manuals.py: {program} names no {kind}")
        return dictionaries[kind]

    def section_of_list(title):
        names, inside = [], False
        for line in run(programs / "polybench", "list").splitlines():
            if line and not line.startswith(" "):
                inside = line.startswith(title)
            elif inside and re.match(r"  \S", line):
                names.append(line.split()[0])
        return names

    unknown = set(VALUES[program])
    for command in commands:
        for option in command.options:
            for name in option.names:
                kind = VALUES[program].get(name)
                if not kind or not option.value:
                    continue
                unknown.discard(name)
                if kind in ("file", "folder"):
                    option.kind = kind
                elif kind == "choices":
                    option.words = listed(option.text)
                elif kind == "quoted":
                    option.words = re.findall(r"'([\w-]+)'", option.text)
                elif " " in kind:
                    option.words = kind.split()
                else:
                    option.words = words(kind)
        if command.positionals and command.positionals[0][0] == "benchmark":
            command.words = words("benchmarks")
        elif command.name == "micro":
            command.words = [line.split()[0] for line in run(path, "micro", "--list").splitlines()
                             if re.match(r"\S+  ", line)]
    if unknown:
        raise SystemExit(f"manuals.py: {program} has no option {', '.join(sorted(unknown))}")
    return commands


# --- man pages -----------------------------------------------------------------------------------

def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def option_entry(option):
    spelled = []
    for name in option.names:
        value = option.value and f"\\fI{roff(option.value)}\\fR"
        joined = "=" if name.startswith("--") else " "
        text = f"\\fB{roff(name)}\\fR" + (joined + value if value else "")
        if option.optional:
            text = f"\\fB{roff(name)}\\fR[={value}]"
        spelled.append(text)
    return f".TP\n{', '.join(spelled)}\n{roff(option.text)}.\n"


def text_sections(text):
    """`# TITLE`, paragraphs, `TERM :: explanation`, and indented lines that are examples."""
    out, examples = [], False
    for line in text.splitlines():
        indented = line.startswith("    ")
        if examples and not indented:
            out.append(".EE\n.RE")
            examples = False
        if line.startswith("# "):
            out.append(f".SH {line[2:]}")
        elif indented:
            if not examples:
                out.append(".PP\n.RS 4\n.EX")
                examples = True
            out.append(roff(line[4:]))
        elif " :: " in line:
            term, explanation = line.split(" :: ", 1)
            out.append(f".TP\n\\fB{roff(term)}\\fR\n{roff(explanation)}")
        elif line.strip():
            out.append(roff(line))
        else:
            out.append(".PP")
    if examples:
        out.append(".EE\n.RE")
    page = "\n".join(out)
    page = re.sub(r"(\.PP\n)+(?=\.(SH|PP|TP))", "", page)
    page = re.sub(r"(\.SH [^\n]*\n)\.PP\n", r"\1", page)
    return re.sub(r"(\n\.PP)+$", "", page) + "\n"


def man_page(program, commands, version, text):
    opening, _, rest = text.partition("# ")
    summary = commands[0].summary.rstrip(".")
    page = [f'.TH {program.upper()} 1 "" "warpsmith {version}" "User Commands"',
            f".SH NAME\n{roff(program)} \\- {roff(summary[0].lower() + summary[1:])}", ".SH SYNOPSIS"]
    shown = [command for command in commands if command.name] or commands
    for index, command in enumerate(shown):
        usage = command.usage.replace("[OPTIONS]", "[options]").removeprefix(program)
        # After -- come the flags of the source's compile command.
        flags = " [\\fB\\-\\-\\fR \\fIflags\\fR...]" if not command.name else ""
        page.append(("" if not index else ".br\n") + f"\\fB{roff(program)}\\fR{roff(usage)}{flags}")
    page.append(".SH DESCRIPTION\n" + text_sections(opening).rstrip())
    if len(commands) == 1:
        page.append(".SH OPTIONS\n" + "".join(option_entry(one) for one in commands[0].options))
    else:
        page.append(".SH COMMANDS")
        for command in shown:
            page.append(f".SS {roff(command.name)}\n{roff(command.summary)}.")
            for name, explanation in command.positionals:
                page.append(f".TP\n\\fI{roff(name)}\\fR\n{roff(explanation)}.")
            page.append("".join(option_entry(one) for one in command.options
                                if "--help" not in one.names).rstrip())
            if command.closing:
                page.append(".PP\n" + roff(command.closing))
    page.append(text_sections("# " + rest).rstrip())
    return re.sub(r"\n{2,}", "\n", "\n".join(page)).replace("..\n", ".\n") + "\n"


# --- completions ---------------------------------------------------------------------------------

def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def identifier(*parts):
    return "_".join([""] + [re.sub(r"\W", "_", part) for part in parts if part])


def bash_completion(program, commands):
    names = [command.name for command in commands if command.name]
    function = identifier(program)
    out = [f"# bash completion for {program}; made by scripts/manuals.py.", f"{function}() {{",
           "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} "
           "command= word",
           "  local -i index places=0",
           "  # `--option=value` comes as three words.",
           "  if [[ $current == '=' ]]; then current=",
           "  elif [[ $previous == '=' ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi",
           "  COMPREPLY=()",
           "  for ((index = 1; index < COMP_CWORD; ++index)); do",
           "    word=${COMP_WORDS[index]}",
           "    # What follows belongs to nvcc.",
           "    if [[ $word == -- ]]; then compopt -o default; return; fi"]
    if names:
        out.append("    [[ -n $command || $word == -* ]] || command=$word")
    out += ["  done", "  case $command,$previous in"]
    for command in commands:
        for option in command.options:
            if not option.value or option.optional and not option.words:
                continue
            pattern = " | ".join(f"{command.name},{name}" for name in option.names)
            if option.kind == "folder":
                action = "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")"
            elif option.words:
                action = (f"mapfile -t COMPREPLY < <(compgen -W {quoted(' '.join(option.words))} "
                          "-- \"$current\")")
            else:
                action = "compopt -o default"
            out.append(f"    {pattern}) {action}; return ;;")
    out += ["  esac", "  case $command in"]
    for command in commands:
        if not command.name and names:
            continue
        options = " ".join(name for option in command.options for name in option.names)
        out += [f"    {quoted(command.name)})",
                "      if [[ $current == -* ]]; then",
                f"        mapfile -t COMPREPLY < <(compgen -W {quoted(options)} -- \"$current\")",
                "      else",
                "        compopt -o filenames",
                "        mapfile -t COMPREPLY < <(" +
                (f"compgen -W {quoted(' '.join(command.words))} -- \"$current\"; "
                 if command.words else "") + "compgen -f -- \"$current\")",
                "      fi ;;"]
    if names:
        options = " ".join(name for option in commands[0].options for name in option.names)
        out[-1:] = [out[-1], "  esac", "  if [[ -z $command ]]; then",
                    f"    mapfile -t COMPREPLY < <(compgen -W {quoted(' '.join(names) + ' ' + options)}"
                    " -- \"$current\")", "  fi"]
    else:
        out.append("  esac")
    out += ["}", f"complete -F {function} {program}", ""]
    return "\n".join(out).replace(" places=0", "")


def zsh_text(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def zsh_options(command, indent):
    lines = []
    for option in command.options:
        action = ""
        if option.value:
            if option.kind == "file":
                action = "_files"
            elif option.kind == "folder":
                action = "_files -/"
            elif option.words:
                action = "(" + " ".join(option.words) + ")"
            else:
                action = " "
        for name in option.names:
            equals = "=" if option.value and name.startswith("--") else "+" if option.value else ""
            colons = "::" if option.optional else ":"
            value = f"{colons}{zsh_text(option.value)}:{action}" if option.value else ""
            lines.append(indent + quoted(f"*{name}{equals}[{zsh_text(option.text)}]{value}"))
    words = f"(({' '.join(command.words)}))" if command.words else ""
    if command.words:
        lines.append(indent + quoted(f"*: :{{_alternative {quoted('words:word:(' + ' '.join(command.words) + ')')} "
                                     f"{quoted('files:file:_files')}}}"))
    else:
        lines.append(indent + quoted("*:file:_files"))
    return " \\\n".join(lines)


def zsh_completion(program, commands):
    out = [f"#compdef {program}", "# Made by scripts/manuals.py."]
    if len(commands) == 1:
        out.append("_arguments -s \\\n" + zsh_options(commands[0], "  "))
        return "\n".join(out) + "\n"
    out += ["local context state state_descr line", "typeset -A opt_args", "_arguments -C \\",
            "  '--help[Print help]' '--version[Print the version]' \\",
            "  '1:command:->command' '*::argument:->argument'", "case $state in", "  command)",
            "    local -a commands=("]
    out += [f"      {quoted(command.name + ':' + command.summary)}" for command in commands[1:]]
    out += ["    )", "    _describe command commands ;;", "  argument)", "    case $words[1] in"]
    for command in commands[1:]:
        out += [f"      {command.name})", "        _arguments -s \\\n" + zsh_options(command, "          "),
                "        ;;"]
    return "\n".join(out + ["    esac ;;", "esac", ""])


def fish_completion(program, commands):
    out = [f"# fish completion for {program}; made by scripts/manuals.py."]
    names = [command.name for command in commands if command.name]
    if names:
        out.append(f"complete -c {program} -f")
    for command in commands:
        condition = ""
        if command.name:
            out.append(f"complete -c {program} -n __fish_use_subcommand -a {command.name} "
                       f"-d {quoted(command.summary)}")
            condition = f" -n '__fish_seen_subcommand_from {command.name}'"
        elif names:
            condition = " -n __fish_use_subcommand"
        if command.name:
            out.append(f"complete -c {program}{condition} -F" +
                       (f" -a {quoted(' '.join(command.words))}" if command.words else ""))
        for option in command.options:
            spelled = "".join(f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
                              for name in option.names)
            value = ""
            if option.value and not option.optional:
                value = " -r" if option.kind else " -x"
            if option.kind == "folder":
                value += " -a '(__fish_complete_directories)'"
            elif option.words:
                value += f" -a {quoted(' '.join(option.words))}"
            out.append(f"complete -c {program}{condition}{spelled}{value} -d {quoted(option.text)}")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--texts", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("names", nargs="*", default=list(VALUES))
    arguments = parser.parse_args()
    for program in arguments.names:
        commands = read_commands(program, arguments.programs)
        version = re.search(rf"^{program} (\S+)",
                            run(arguments.programs / program, "--version")).group(1)
        text = (arguments.texts / f"{program}.txt").read_text()
        for place, content in {
                f"man/{program}.1": man_page(program, commands, version, text),
                f"bash/{program}": bash_completion(program, commands),
                f"zsh/_{program}": zsh_completion(program, commands),
                f"fish/{program}.fish": fish_completion(program, commands)}.items():
            file = arguments.output / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
