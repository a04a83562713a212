"""The module `warpsmith`, with the program that is installed with it or on the PATH."""
import inspect
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import typing
import unittest

import warpsmith

SOURCE = (pathlib.Path(__file__).resolve().parent / "product.cu").read_text()


class Rewrite(unittest.TestCase):

    def test_rewrites_a_kernel_and_its_launch(self):
        result = warpsmith.rewrite(SOURCE, passes="tile<64;64;16;8;4>,pipeline<stages=2>")
        self.assertIn("product_rewritten::launch(grid, block", result.source)
        self.assertIn("__global__ void product(", result.source, "the original stays")
        self.assertEqual(len(result.verdicts), 1)
        verdict, = result.rewritten
        self.assertEqual((verdict.file, verdict.line, verdict.column), ("kernel.cu", 1, 17))
        self.assertEqual((verdict.kernel, verdict.verdict), ("product", "rewritten"))
        self.assertEqual(verdict.passes, "tile<64;64;16;8;4>,pipeline<stages=2>")
        self.assertEqual(str(verdict), "kernel.cu:1:17: rewrote 'product': tile<64;64;16;8;4>,"
                                       f"pipeline<stages=2> [{verdict.check}]")
        self.assertIn("kernel.cu:1:17: remark: rewrote 'product'", result.messages)

    def test_the_same_as_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "kernel.cu").write_text(SOURCE)
            done = subprocess.run([str(warpsmith.program()), "kernel.cu", "--passes=tile", "--"],
                                  cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual(warpsmith.rewrite(SOURCE, passes="tile").source, done.stdout)

    def test_rewriting_again_changes_nothing(self):
        once = warpsmith.rewrite(SOURCE, passes="tile").source
        self.assertEqual(warpsmith.rewrite(once, passes="tile").source, once)

    def test_a_kernel_without_a_launch_keeps_its_launches(self):
        kernel = SOURCE.split("void multiply")[0]
        result = warpsmith.rewrite(kernel, name="mine.cu")
        self.assertIn("__global__ void product(", result.source)
        self.assertIn("if (product_rewritten::resident(", result.source)
        verdict, = result.rewritten
        self.assertIn("resident; no launch of it is known in this file", verdict.message)

    def test_a_kernel_that_nothing_can_launch_is_left_alone(self):
        kernel = "static " + SOURCE.split("void multiply")[0]
        result = warpsmith.rewrite(kernel, name="mine.cu")
        self.assertEqual(result.source, kernel)
        self.assertEqual(result.rewritten, ())
        verdict, = result.verdicts
        self.assertEqual((verdict.file, verdict.verdict), ("mine.cu", "missed"))

    def test_line_ends_and_letters_stay(self):
        text = "// Grüße, 行列\r\nstatic " + SOURCE.split("void multiply")[0].replace("\n", "\r\n")
        self.assertEqual(warpsmith.rewrite(text).source, text)

    def test_arguments_reach_the_program(self):
        self.assertNotIn("product_rewritten", warpsmith.rewrite(SOURCE, kernel="other*").source)
        double = warpsmith.rewrite("typedef T float_t;\n" + SOURCE.replace("float", "T"),
                                   flags=["-DT=double"], passes="tile")
        self.assertEqual(len(double.rewritten), 1)
        with_headers = warpsmith.rewrite(SOURCE, passes="tile", device_headers=True).source
        self.assertIn("#include <warpsmith/device/", with_headers)
        self.assertNotIn("#include <warpsmith/", warpsmith.rewrite(SOURCE, passes="tile").source)
        tensor = warpsmith.rewrite(SOURCE, passes="tile,tensorize<wmma>", numerics="tf32",
                                   arch="sm_80")
        self.assertIn("wmma::", tensor.source)
        only = warpsmith.rewrite(SOURCE, options=["--lines=11:12"])
        self.assertEqual(only.rewritten, ())

    def test_folders_of_flags_are_of_the_working_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            include = pathlib.Path(folder) / "include"
            include.mkdir()
            (include / "size.h").write_text("typedef float number;\n")
            before = os.getcwd()
            os.chdir(folder)
            try:
                result = warpsmith.rewrite('#include "size.h"\n' + SOURCE.replace("float", "number"),
                                           flags=["-Iinclude"], options=["--strict-parse"])
            finally:
                os.chdir(before)
        self.assertEqual(len(result.rewritten), 1)

    def test_settings_of_folders_do_not_count(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / ".warpsmith").write_text("kernel: 'other'\n")
            tempfile.tempdir = folder
            try:
                self.assertEqual(len(warpsmith.rewrite(SOURCE).rewritten), 1)
            finally:
                tempfile.tempdir = None


class Errors(unittest.TestCase):

    def test_an_unknown_pass(self):
        with self.assertRaisesRegex(warpsmith.Error, "unknown pass 'nothing'") as caught:
            warpsmith.rewrite(SOURCE, passes="nothing")
        self.assertEqual(caught.exception.status, 2)

    def test_a_refusal_has_its_verdict(self):
        with self.assertRaisesRegex(warpsmith.Error, "^kernel.cu:1:17: error: ") as caught:
            warpsmith.rewrite(SOURCE, passes="tile,tensorize<wmma>")
        verdict, = caught.exception.verdicts
        self.assertEqual((verdict.kernel, verdict.verdict), ("product", "refused"))

    def test_a_source_that_does_not_compile(self):
        broken = SOURCE.replace("float sum = 0;", "float sum = ;")
        with self.assertRaisesRegex(warpsmith.Error, r"kernel.cu:5:15: error: expected expression"):
            warpsmith.rewrite(broken, options=["--strict-parse"])

    def test_no_temporary_folder_is_named(self):
        with self.assertRaises(warpsmith.Error) as caught:
            warpsmith.rewrite('#include "nowhere.h"\n' + SOURCE, options=["--strict-parse"])
        self.assertIn("'nowhere.h' file not found", str(caught.exception))
        self.assertNotIn(tempfile.gettempdir() + "/warpsmith-", str(caught.exception))

    def test_a_name_is_no_path(self):
        for name in ("", "..", "folder/kernel.cu"):
            with self.assertRaisesRegex(ValueError, "is not the name of a file"):
                warpsmith.rewrite(SOURCE, name=name)

    def test_a_program_that_is_not_there(self):
        with self.assertRaises(FileNotFoundError):
            warpsmith.rewrite(SOURCE, executable="/nowhere/warpsmith")
        with self.assertRaisesRegex(FileNotFoundError, "'no-such-program' is neither"):
            warpsmith.program("no-such-program")

    def test_a_program_that_a_signal_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "warpsmith"
            program.write_text("#!/bin/sh\nkill -9 $$\n")
            program.chmod(0o755)
            with self.assertRaisesRegex(warpsmith.Error, "ended by signal 9"):
                warpsmith.rewrite(SOURCE, executable=program)

    def test_a_timeout(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "warpsmith"
            program.write_text("#!/bin/sh\nexec sleep 60\n")
            program.chmod(0o755)
            with self.assertRaises(subprocess.TimeoutExpired):
                warpsmith.rewrite(SOURCE, executable=program, timeout=0.5)


class Verification(unittest.TestCase):

    @unittest.skipUnless(shutil.which("clang++-22"), "clang++-22 is not installed")
    def test_with_a_compiler(self):
        self.assertEqual(len(warpsmith.rewrite(SOURCE, passes="tile", verify=True).rewritten), 1)

    def test_without_a_compiler(self):
        os.environ["WARPSMITH_CLANGXX"] = "/nowhere/clang++"
        try:
            with self.assertRaisesRegex(warpsmith.Error, "not verified: WARPSMITH_CLANGXX: "
                                        "'/nowhere/clang\\+\\+' is not a program that can be run"):
                warpsmith.rewrite(SOURCE, passes="tile", verify=True)
        finally:
            del os.environ["WARPSMITH_CLANGXX"]


class Same(unittest.TestCase):

    def test_a_kernel_is_the_same_as_itself(self):
        found = warpsmith.same(SOURCE, SOURCE.replace("sum", "total"), proof_only=True)
        self.assertEqual((found.verdict, found.proved, found.accepted), ("same bits", True, True))
        self.assertEqual((found.reasons, found.restrictions, found.runs), ((), (), ()))
        self.assertIn("sizes are positive", found.conditions)
        self.assertIn("first.cu:1:17: product", found.text)

    def test_what_differs_is_named(self):
        other = SOURCE.replace("l < k", "l < k - 1")
        found = warpsmith.same(SOURCE, other, kernels=("product", "product"), proof_only=True)
        self.assertEqual((found.verdict, found.accepted), ("not judged", False))
        self.assertIn("steps: k in 'product' of first.cu, k - 1 in 'product' of second.cu",
                      found.reasons)

    def test_wrong_arguments_are_errors(self):
        with self.assertRaises(warpsmith.Error) as raised:
            warpsmith.same(SOURCE, SOURCE, kernels=("product", "none"))
        self.assertEqual(raised.exception.status, 2)
        self.assertIn("no kernel 'none' in 'second.cu'", str(raised.exception))


class Package(unittest.TestCase):

    def test_everything_public_is_documented_and_typed(self):
        for name in warpsmith.__all__:
            self.assertTrue(inspect.getdoc(getattr(warpsmith, name)), name)
        for function in (warpsmith.rewrite, warpsmith.same, warpsmith.program,
                         warpsmith.include_folder):
            hints = typing.get_type_hints(function)
            self.assertEqual(set(inspect.signature(function).parameters) | {"return"}, set(hints))

    @unittest.skipUnless(os.environ.get("WARPSMITH_TEST_INSTALLED"), "of an installed package")
    def test_what_is_installed(self):
        prefix = pathlib.Path(sys.prefix).resolve()
        for name in ("warpsmith", "warpsmith-emulate", "polybench"):
            self.assertEqual(warpsmith.program(name), prefix / "bin" / name)
        self.assertTrue((warpsmith.include_folder() / "warpsmith/device/vector.h").is_file())
        self.assertTrue((pathlib.Path(warpsmith.__file__).parent / "py.typed").is_file())


if __name__ == "__main__":
    unittest.main()
