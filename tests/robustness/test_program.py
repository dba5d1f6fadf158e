# SPDX-License-Identifier: BSD-3-Clause
"""Runs the program as users do: exit statuses, messages, files.

Usage: test_program.py PROGRAM [CLASS...], where the program has the case `ramp` (ramp_case.hpp).
The launcher, with its flags, comes in the environment (SEAFRET_LAUNCH).
"""
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from itertools import product
from pathlib import Path

PROGRAM = ""
LAUNCH = os.environ.get("SEAFRET_LAUNCH", "mpirun").split()
# MPICH polls while it waits: on few cores more ranks take for ever.
RANKS = [1, 2] if os.environ.get("SEAFRET_MPI") == "mpich" else [1, 2, 3, 4]
MOST = RANKS[-1]
CASE = "case: {name: ramp}\ntime: {steps: 7, check_every: 1}\noutput: {every: 3}\n"


def seafret(*arguments, ranks=1, alone=False, within=(), **environment):
    command = [*within] if alone else [*within, *LAUNCH, "-n", str(ranks)]
    done = subprocess.run([*command, PROGRAM, *map(str, arguments)], timeout=100, check=False,
                          capture_output=True, env={**os.environ, **environment})
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()  # with every \r
    return done


def run_case(*arguments, output="out", **options):
    return seafret("run", "ramp.yaml", "--output", output, *arguments, **options)


def own_lines(done):
    """What the program itself said on stderr."""
    return [line for line in done.stderr.splitlines() if line.startswith("seafret:")]


def python_with(*modules):
    """A Python that has these modules, or None."""
    for python in [sys.executable, "/usr/bin/python3"]:
        if subprocess.run([python, "-c", "import " + ",".join(modules)], capture_output=True,
                          check=False).returncode == 0:
            return python
    return None


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = Path("work") / self.id().split(".")[-1]
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder)
        Path("ramp.yaml").write_text(CASE)

    def expect(self, done, status, message=None):
        self.assertEqual(done.returncode, status, done.stderr)
        if message is not None:
            self.assertEqual(len(own_lines(done)), 1, done.stderr)
            self.assertRegex(own_lines(done)[0], message)


class CommandLine(ProgramTest):
    def test_the_launcher_of_another_mpi_is_told_before_anything_is_written(self):
        theirs = "OMPI_COMM_WORLD_SIZE" if RANKS == [1, 2] else "PMI_SIZE"
        self.expect(run_case(alone=True, **{theirs: "1"}), 0)
        shutil.rmtree("out")
        self.expect(run_case(alone=True, **{theirs: "3"}), 1,
                    rf"3 processes were started \({theirs}\), and each is alone: .* built with, "
                    r"\S.*MPI.*; start it with that one's mpirun$")
        self.assertFalse(Path("out").exists())

    def test_a_wrong_command_line_is_one_line_and_status_1_on_any_number_of_ranks(self):
        for arguments, message in [
                (["rnu", "ramp.yaml"], "no command 'rnu'.*did you mean 'run'"),
                ([], "which command"),
                (["run", "ramp.yaml", "--chekc"], "'--chekc'; did you mean '--check'"),
                (["run"], "run: CASE.yaml is required"),
                (["run", "ramp.yaml", "more.yaml"], "'more.yaml' is one argument too many"),
                (["run", "none.yaml"], "none.yaml.*no such file"),
                (["run", "ramp.yaml", "--set", "halo.transprot=p2p"], "did you mean 'transport'"),
                (["run", "ramp.yaml", "--set", "halo.transport=p3p"], "p2p"),
                (["run", "ramp.yaml", "--set", "halo.swaps.teta.transport=p2p"],
                 "'halo.swaps.teta' is no swap of this run; there are: 'theta'; did you mean 'theta'"),
                (["run", "ramp.yaml", "--set", "halo.points=masked", "--set",
                  "halo.packing=datatype"], "'halo.points' is refused: points masked goes with packing packed"),
                (["run", "ramp.yaml", "--set", "halo.transport=shared", "--set",
                  "partition.cores_per_node=1"],
                 "--set.*'halo.transport' is refused: transport shared: neighbours are on diff"),
                (["run", "ramp.yaml", "--set", "partition.node=socket"],
                 "--set partition.node=socket: 'partition.node' is refused: .*(bound|without hwloc)"),
                (["run", "ramp.yaml", "--set", "time.dt=200"], "time.dt.*not stable"),
                (["run", "ramp.yaml", "--set", "output.fields=[thta]"], "did you mean 'theta'"),
                (["list", "kyes"], "did you mean 'keys'"),
                (["compare", "a.h5"], "compare: B.h5 is required"),
                (["compare", "a.h5", "b.h5", "--rtol", "-1"], "^seafret: compare: --rtol: it must be at least 0, not '-1'$"),
                (["compare", "a.h5", "b.h5", "--atol", "nan"], "--atol: it must be a number, not 'nan'; it must be finite$"),
                (["run", "ramp.yaml", "--progress", "Log"], "--progress: it cannot be 'Log'; there are: none, log, terminal; did"),
                (["bench", "halo", "--blocks", "0"], "^seafret: bench halo: --blocks: it must be from 1 to 1000, not '0'$"),
                (["bench", "halo", "--combine", "0"], "bench halo: --combine: it must be true, false or a number of fields"),
                (["bench", "signal", "--modes", "levls"], "there are: .*steps, all; did you mean 'levels'"),
                (["report"], "report: DIR is required"),
                (["validate", "--inputs", "none"], "no validation cases in none/reference")]:
            with self.subTest(arguments):
                done = seafret(*arguments, ranks=2)
                self.expect(done, 1, message)
                self.assertFalse(Path("out").exists())

    def test_what_is_read_is_not_written_over_and_nothing_twice(self):
        Path("mask.txt").write_text("111111\n" * 6)
        cut = ["partition", "mask.txt", "--ranks", "2"]
        for option in ("--json", "--out", "--rank-order-file"):
            self.expect(seafret(*cut, option, "./mask.txt", alone=True), 1,
                        r"\./mask\.txt would be written over mask\.txt, which is read")
        self.expect(seafret(*cut, "--json", "same", "--out", "./same", alone=True), 1,
                    "partition: --(json|out) and --(json|out) are both '(./)?same'")
        self.assertEqual(Path("mask.txt").read_text(), "111111\n" * 6)
        self.assertFalse(Path("same").exists())
        self.expect(run_case(), 0)
        self.expect(run_case(output="other"), 0)
        before = Path("out/result.json").read_text()
        self.expect(seafret("report", "out", "other", "--output", "out/result.json", alone=True), 1,
                    r"out/result\.json would be written over")
        self.assertEqual(Path("out/result.json").read_text(), before)
        Path("result.json").write_text(CASE)
        self.expect(seafret("run", "result.json", "--output", ".", alone=True), 1, "which is read")
        self.assertEqual(Path("result.json").read_text(), CASE)

    def test_no_result_takes_the_place_of_a_file_that_its_case_names(self):
        inputs = Path(os.environ["SEAFRET_SOURCE"]) / "inputs"
        sea = [inputs / "coastal.yaml", "--set", "grid.coarsen=24", "--set", "time.steps=1"]
        Path("out").mkdir()
        for key, path, name in (("grid.mask", "masks/hrcs.h5", "fields.h5"),
                                ("tide.gauges", "reference/tide_gauges.csv", "report.html"),
                                ("tide.amphidromes", "reference/amphidromes.csv", "result.json")):
            with self.subTest(key):
                named = Path("out", name).absolute()
                shutil.copyfile(inputs / path, named)
                self.expect(seafret("run", *sea, "--set", f"{key}={named}", "--output", "out", alone=True), 1,
                            f"out/{name} would be written over {named}, which is read")
                self.assertEqual(named.read_bytes(), (inputs / path).read_bytes())
        Path("mask.txt").write_text("11111111\n" * 6)
        self.expect(seafret("partition", "mask.txt", "--ranks", "1", "--out", "out/fields.h5", alone=True), 0)
        before = Path("out/fields.h5").read_bytes()
        self.expect(run_case("--set", "partition.file=out/fields.h5", "--set", "grid.points=8x6x3", alone=True), 1,
                    "out/fields.h5 would be written over out/fields.h5, which is read")
        self.assertEqual(Path("out/fields.h5").read_bytes(), before)

        self.expect(seafret("partition", "ramp.yaml", "--set", f"partition.file={Path('out/fields.h5').absolute()}",
                            "--set", "grid.points=8x6x3", "--ranks", 1, "--out", "out/fields.h5", alone=True), 1,
                    "out/fields.h5 would be written over .*out/fields.h5, which is read")
        self.assertEqual(Path("out/fields.h5").read_bytes(), before)

    def test_two_runs_do_not_write_into_one_folder(self):
        self.expect(run_case(), 0)
        before = Path("out/result.json").read_bytes()
        folder = os.open("out", os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            self.expect(run_case(ranks=2), 1, "another run is writing into out; wait for it, or choose")
        finally:
            os.close(folder)
        self.assertEqual(Path("out/result.json").read_bytes(), before)
        self.expect(run_case(ranks=2), 0)

    def test_what_nobody_can_read_is_status_3(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run([PROGRAM, "list", "cases"], stdout=full, stderr=subprocess.PIPE, text=True,
                                  timeout=100, check=False)
        self.expect(done, 3, "cannot write to the standard output: No space left on device")

    def test_a_link_stays_a_link_and_a_device_takes_what_comes(self):
        Path("mask.txt").write_text("111111\n" * 6)
        Path("folder").mkdir()
        Path("link").symlink_to("folder/there")
        cut = ["partition", "mask.txt", "--ranks", "2", "--json"]
        self.expect(seafret(*cut, "link", alone=True), 0)
        self.assertTrue(Path("link").is_symlink())
        self.assertEqual(json.loads(Path("folder/there").read_text())["cores_per_node"], 2)
        said = seafret(*cut, "/dev/stdout", alone=True)
        self.expect(said, 0)
        self.assertIn('"cores_per_node": 2', said.stdout)
        self.assertTrue(Path("/dev/stdout").is_symlink())
        Path("log").write_text("before\n")
        with Path("log").open("a", encoding="utf-8") as log:
            subprocess.run([PROGRAM, *cut, "/dev/stdout"], stdout=log, check=True, timeout=100)
        self.assertTrue(Path("log").read_text().startswith("before\n"))
        self.assertIn('"cores_per_node": 2', Path("log").read_text())

    def test_help_version_and_lists_are_printed_once(self):
        for arguments, text in [(["--help"], "Subcommands:"), (["--version"], "seafret 0."),
                                (["run", "--help"], "--check"), (["list", "cases"], "ramp"),
                                (["list", "keys"], "time.steps"), (["list"], "transports"),
                                (["list", "keys", "--markdown"], "| `steps` |")]:
            with self.subTest(arguments):
                done = seafret(*arguments, ranks=2)
                self.expect(done, 0)
                self.assertEqual(done.stdout.count(text), 1, done.stdout)

    def test_a_program_without_a_launcher_is_one_rank(self):
        self.assertEqual(seafret("list", "commands", alone=True).stdout.split(),
                         ["bench", "compare", "list", "partition", "report", "run", "validate"])
        self.expect(seafret("compare", "a.h5", "b.h5", alone=True), 1, "a.h5.*no such file")

    def test_a_pipe_or_a_folder_in_place_of_a_file_is_refused_not_waited_for(self):
        os.mkfifo("pipe")
        self.expect(seafret("compare", "pipe", "b.h5", alone=True), 1, "pipe: it is not a regular")
        self.expect(seafret("compare", ".", "b.h5", alone=True), 1, "folder; name its fields.h5")
        self.expect(seafret("partition", "pipe", "--ranks", 3, alone=True), 1, "pipe: is not a fi")

    def test_check_says_what_would_run_and_does_nothing(self):
        done = run_case("--check", ranks=2)
        self.expect(done, 0)
        self.assertIn("7 steps", done.stdout)
        self.assertRegex(done.stdout, "fields of .* expected")
        self.assertIn("Nothing was run; results would be in out.", done.stdout)
        self.assertFalse(Path("out").exists())
        self.expect(run_case("--check", "--set", "time.dt=200"), 1, "not stable")

    def test_check_sees_what_only_a_begun_case_can_refuse(self):
        for setting, answer in [("fields=[thta]", "did you mean 'theta'"), ("fields=[all, theta]", "'all' stands alone"),
                                ("profiles_every=1", "must be 0: this case has no profiles")]:
            self.expect(run_case("--check", "--set", f"output.{setting}", ranks=2), 1, answer)


class Results(ProgramTest):
    def test_results_go_to_a_folder_named_after_the_case_file(self):
        self.expect(seafret("run", "ramp.yaml"), 0)
        self.assertEqual(sorted(p.name for p in Path("out/ramp").iterdir()),
                         ["fields.h5", "report.html", "result.json"])

    def test_the_report_ends_with_the_figure_of_merit(self):
        done = run_case(ranks=2)
        self.expect(done, 0)
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout.splitlines()[-1], r"^FOM: \d[\d.e+-]* Mcells/s VALID$")
        sections = [line for line in done.stdout.splitlines() if re.fullmatch("[A-Z][a-z]+", line)]
        self.assertEqual(sections, ["Machine", "Problem", "Validation", "Performance", "Remarks",
                                    "Files"])

    def test_result_json_tells_all_there_is_to_know(self):
        self.expect(run_case("--set", "time.dt=3", ranks=2, OMP_NUM_THREADS="2"), 0)

        def refuse(word):
            self.fail(f"{word} is not JSON")
        result = json.loads(Path("out/result.json").read_text(), parse_constant=refuse)
        self.assertEqual(result["schema_version"], 1)
        self.assertEqual(list(result["fom"]), ["value", "unit", "valid"])
        self.assertGreater(result["fom"]["value"], 0)
        self.assertIs(result["fom"]["valid"], True)
        provenance = result["provenance"]
        self.assertEqual((provenance["ranks"], provenance["threads"]), (2, 2))
        self.assertEqual(provenance["nodes"], 1)
        self.assertRegex(provenance["start"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        for text in ["version", "git", "compiler", "flags", "build_type", "mpi", "hdf5", "hosts",
                     "processor"]:
            self.assertRegex(provenance[text], r"^[ -~]+$", text)
        self.assertGreater(provenance["wall_s"], 0)
        self.assertEqual(result["case"]["time"]["dt"], 3)
        self.assertEqual(result["case"]["grid"]["points"], [12, 9, 4])
        self.assertEqual(result["time"]["steps"], 7)
        self.assertEqual([c["name"] for c in result["checks"]], ["steps done", "not a number"])
        self.assertIsNone(result["checks"][1]["value"])
        regions = {r["name"]: r for r in result["regions"]}
        if regions:  # none with SEAFRET_PROFILING=NONE
            self.assertEqual(regions["step"]["count"], 7)
            self.assertLessEqual(regions["step"]["min_s"], regions["step"]["max_s"])
        swap, = result["swaps"]
        self.assertGreater(swap.pop("exposed_s"), 0)
        self.assertEqual(swap, {
            "name": "theta", "neighbours": 1, "messages": 1, "bytes": 2 * 9 * 4 * 8,
            "messages_total": 2, "bytes_total": 4 * 9 * 4 * 8, "bytes_direct": 0,
            "x_faces_bytes": 2 * 9 * 4 * 8, "y_faces_bytes": 0, "corners_bytes": 0,
            "halo_points": "wet", "halo_columns": {"rectangles": 36, "clipped": 36, "wet": 36},
            "bytes_saved": 0, "swaps": 7,
            "way": {"transport": "p2p", "window": "", "on_node": "transport", "packing": "packed", "combine": 0}})
        self.assertEqual(result["trials"], [])
        self.assertIsNone(result["trial_cost"])
        self.assertEqual(result["files"], ["out/fields.h5", "out/result.json", "out/report.html"])

    def test_the_fields_are_the_same_for_any_number_of_ranks_and_threads(self):
        for masked in ["false", "true"]:
            for ranks in RANKS:
                out = f"{masked}{ranks}"
                self.expect(run_case("--set", f"grid.masked={masked}", "--set",
                                     "partition.method=k_section", output=out, ranks=ranks,
                                     OMP_NUM_THREADS=str(1 + ranks % 2)), 0)
                done = seafret("compare", f"{masked}1/fields.h5", f"{out}/fields.h5", alone=True)
                self.assertEqual(done.returncode, 0, done.stdout)
        run_case("--set", "time.steps=6", output="shorter")
        self.expect(seafret("compare", "false1/fields.h5", "shorter/fields.h5", ranks=2), 2)

    def test_no_mpi_handle_is_left_over(self):
        for ranks in RANKS:
            self.expect(run_case(ranks=ranks), 0)
        done = run_case("--set", "ramp.leak=true")
        self.assertEqual(done.returncode, 9)
        self.assertIn("1 communicator handles not freed", done.stderr)

    def test_progress_is_told_when_asked_for(self):
        done = run_case("--progress", "terminal")
        self.expect(done, 0)
        self.assertIn("\rstep 0 of 7", done.stderr)
        self.assertTrue(done.stderr.endswith(" \r"), "the line is not cleared")


class Readers(ProgramTest):
    def setUp(self):
        super().setUp()
        self.expect(run_case("--set", "grid.masked=true", ranks=2), 0)

    def run_shelf(self):
        """A sea with land, on stretched levels."""
        shelf = Path(os.environ["SEAFRET_SOURCE"]) / "inputs/coastal.yaml"
        self.expect(seafret("run", shelf, "--output", "shelf", "--set", "grid.coarsen=10", "--set",
                            "time.steps=4", ranks=2), 0)

    def test_ncdump_reads_the_file(self):
        if shutil.which("ncdump") is None:
            self.skipTest("ncdump is not installed")
        text = subprocess.run(["ncdump", "-h", "out/fields.h5"], text=True, check=True,
                              capture_output=True).stdout
        for line in ["time = UNLIMITED ; // (3 currently)", "double theta(time, z, y, x) ;",
                     "double u(time, z, y, x_face) ;", "double w(time, z_half, y, x) ;",
                     "double total(y, x) ;", 'theta:units = "K" ;',
                     'theta:standard_name = "air_potential_temperature" ;',
                     'z:axis = "Z" ;', ':Conventions = "CF-1.10" ;', "theta:_FillValue = 9.96"]:
            self.assertIn(line, text)
        for attribute, content in [("title", "seafret: ramp"), ("references", "a ruler"),
                                   ("source", "seafret .*MPI.*; HDF5 1[.].*"),
                                   ("history", "20.*Z: seafret run; ranks: 2 on 1 .*"),
                                   ("comment", ".*_FillValue.*")]:
            self.assertRegex(text, f'(?m)^\t\t:{attribute} = "{content}" ;$')
        self.assertNotIn("group:", text)

    def test_cdo_and_nco_have_nothing_to_complain_of(self):
        readers = [command for command in [["cdo", "-s", "infon"], ["ncks"]]
                   if shutil.which(command[0]) is not None]
        if not readers:
            self.skipTest("neither cdo nor nco is installed")
        self.run_shelf()
        for command, (folder, field) in product(readers, [("out", "theta"), ("shelf", "depth")]):
            done = subprocess.run([*command, f"{folder}/fields.h5"], text=True, capture_output=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)
            self.assertIn(field, done.stdout, command)

    def test_xarray_reads_the_file(self):
        python = python_with("xarray", "h5netcdf")
        if python is None:
            self.skipTest("no Python with xarray and h5netcdf")
        script = """
import xarray
data = xarray.open_dataset("out/fields.h5", engine="h5netcdf")
assert data.theta.dims == ("time", "z", "y", "x"), data.theta.dims
assert int((data.time[1] - data.time[0]) / 1e9) == 6, data.time
assert float(data.x_face[0]) == 10 and data.x_face.units == "m"
assert float(data.u.isel(time=2, z=3, y=8, x_face=2)) == 1 + 2 / 7 + 800 + 3e4 + 7e6
assert data.theta.isel(time=0, z=0, y=0, x=0).isnull(), "what is not wet must be missing"
"""
        done = subprocess.run([python, "-W", "error", "-c", script], text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_ncdump_reads_how_the_frame_of_the_fields_moves(self):
        if shutil.which("ncdump") is None:
            self.skipTest("ncdump is not installed")
        stratus = Path(os.environ["SEAFRET_SOURCE"]) / "inputs/stratus.yaml"
        changes = ["case.frame=[3, -4]", "grid.points=12x10x20", "time.steps=1"]
        self.expect(seafret("run", stratus, "--output", "moving",
                            *(word for one in changes for word in ("--set", one))), 0)
        fields, means = (subprocess.run(["ncdump", "-h", f"moving/{file}.h5"], text=True,
                                        check=True, capture_output=True).stdout
                         for file in ["fields", "profiles"])
        self.assertIn(":frame = \"winds and x, y are those of a frame that moves over the ground "
                      "with (3, -4) m s-1\" ;", fields)
        self.assertNotIn(":frame", means)

    def test_ncdump_reads_a_shelf_on_levels(self):
        if shutil.which("ncdump") is None:
            self.skipTest("ncdump is not installed")
        self.run_shelf()
        text = subprocess.run(["ncdump", "-h", "shelf/fields.h5"], text=True, check=True,
                              capture_output=True).stdout
        for line in ["double T(time, s, lat, lon) ;", "double u(time, s, lat, lon_face) ;",
                     "double v(time, s, lat_face, lon) ;", "double eta(time, lat, lon) ;",
                     "double depth(lat, lon) ;", "T:_FillValue = 9.96", 's:axis = "Z" ;',
                     's:positive = "up" ;', 's:standard_name = "ocean_s_coordinate_g2" ;',
                     'lat:units = "degrees_north" ;', 'lon:units = "degrees_east" ;',
                     'mask:flag_meanings = "dry wet outside" ;']:
            self.assertIn(line, text)

    def test_xarray_finds_heights_and_land_of_a_shelf_on_levels(self):
        python = python_with("xarray", "h5netcdf")
        if python is None:
            self.skipTest("no Python with xarray and h5netcdf")
        self.run_shelf()
        script = """
import numpy, xarray
data = xarray.open_dataset("shelf/fields.h5", engine="h5netcdf")
words = data.s.formula_terms.split()
terms = {term.rstrip(":"): data[name] for term, name in zip(words[::2], words[1::2])}
assert set(terms) == {"s", "C", "eta", "depth", "depth_c"}, terms
s, C, eta, depth, depth_c = (terms[term] for term in ["s", "C", "eta", "depth", "depth_c"])
z = (eta + (eta + depth) * (depth_c * s + depth * C) / (depth_c + depth)).transpose(*data.T.dims)

wet = data.mask == data.mask.flag_meanings.split().index("wet")
assert 0 < wet.sum() < wet.size
for values in [data.T, data.S, eta, depth, z]:
    assert (values.notnull() == wet).all(), values.name
for lon, lat, least, most in [(-11.5, 49, 500, 1500), (3, 54, 30, 60)]:  # shelf edge, North Sea
    assert least < depth.sel(lon=lon, lat=lat, method="nearest") < most
assert depth.sel(lon=-1, lat=52.5, method="nearest").isnull()  # England

# The middles of levels that fill the water: each as far above its lower face as below the upper.
face = -depth
for level in range(data.sizes["s"]):
    middle = z.isel(s=level)
    assert ((face < middle) & (middle < eta)).where(wet, True).all(), level
    face = 2 * middle - face
assert abs(face - eta).max() < 1e-9
# water.temperature is at these heights, but where the tide has mixed it already.
profile = numpy.interp(-z, [0, 30, 50, 500], [16, 15, 9, 8])
assert abs(data.T - profile).quantile(0.95) < 0.05
"""
        done = subprocess.run([python, "-W", "error", "-c", script], text=True, capture_output=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)


class Trouble(ProgramTest):
    def test_a_failed_check_is_status_2_and_an_invalid_figure(self):
        done = run_case("--set", "ramp.fail_check=true", ranks=2)
        self.expect(done, 2)
        self.assertRegex(done.stdout.splitlines()[-1], "INVALID$")
        self.assertIs(json.loads(Path("out/result.json").read_text())["fom"]["valid"], False)

    def test_a_nan_is_status_3_with_the_same_cell_for_any_number_of_ranks(self):
        for ranks in RANKS:
            done = run_case("--set", "ramp.nan_step=5", ranks=ranks)
            self.expect(done, 3, r"^seafret: step 5: theta is NaN at cell \(i=5, j=4, k=2\), rank ")
            self.assertEqual(list(Path("out").iterdir()), [])

    def test_too_fast_a_flow_is_status_3(self):
        self.expect(run_case("--set", "ramp.fast_step=2", ranks=2), 3, "step 2: the Courant number")

    def test_a_flow_too_fast_for_its_first_step_is_refused_at_its_key_and_leaves_nothing(self):
        vortices = ("case: {name: stratus, flow: taylor_green, components: [], wind: [0, 0], noise: 0}\n"
                    "grid: {points: 16x1x8, spacing: [0.0625, 0.0625], top: 0.5}\n"
                    "sounding: {heights: [0], theta_l: [287.5], total: [0]}\n"
                    "time: {steps: 2, dt: 0.1}\n")
        Path("ramp.yaml").write_text(vortices)
        for only in ([], ["--check"]):
            self.expect(run_case(*only, ranks=2), 1, r"ramp.yaml:4:22: 'time.dt' is refused: at the start the "
                        r"Courant number \S+ is above its limit 1 at cell \(.*\), rank .; take a shorter")
        self.assertFalse(Path("out").exists())
        self.expect(run_case("--set", "time.courant=0.4", ranks=2), 0)

    def test_results_of_an_earlier_run_outlive_a_run_that_fails(self):
        self.expect(run_case(), 0)
        names = ["fields.h5", "result.json", "report.html"]
        before = [Path("out", name).read_bytes() for name in names]
        self.expect(run_case("--set", "ramp.nan_step=5", ranks=2), 3)
        after = [Path("out", name).read_bytes() for name in names]
        self.assertEqual(before, after)

    def test_a_rank_that_throws_alone_ends_all_at_once_and_says_so_once(self):
        for rank in [0, MOST - 1]:
            done = run_case("--set", "ramp.throw_step=4", "--set", f"ramp.throw_rank={rank}",
                            output=f"out{rank}", ranks=MOST)
            self.expect(done, 3, f"^seafret: rank {rank}: planted by the test$")
            self.assertFalse(Path(f"out{rank}/fields.h5").exists())

    def test_a_rank_without_memory_says_so_and_what_takes_less(self):
        self.expect(run_case("--set", "ramp.throw_step=4", "--set", "ramp.out_of_memory=true",
                             ranks=2), 3, "^seafret: rank 0: memory ran out; a smaller grid, ")

    def test_a_grid_for_which_no_machine_has_memory_is_refused_before_anything_is_searched(self):
        huge = ["--set", "grid.points=1000000x1000000x100", "--set", "partition.method=k_section"]
        self.expect(run_case(*huge, ranks=2), 1, "'grid.points' is too much: the fields alone take "
                    r"\S+ GB, and the machines have \S+ GB of memory$")
        for case in ["basin", "layers"]:
            Path("sea.yaml").write_text(f"case: {{name: {case}}}\ntime: {{steps: 1}}\n")
            self.expect(seafret("run", "sea.yaml", "--set", "grid.points=1000000x1000000", ranks=2),
                        1, "'grid.points' is too much: mask and depth on each rank take "
                        r"\S+ GB, and the machines have \S+ GB of memory$")

    def test_a_check_tells_of_too_little_memory_and_goes_on(self):
        done = run_case("--check", "--set", "grid.points=1000000x1000000x100")
        self.expect(done, 0)
        self.assertRegex(done.stdout, r"Here it cannot run: the fields alone take \S+ GB, and the machines have "
                         r"\S+ GB of memory. Its first state was not looked at.$")

    def test_too_few_bits_for_what_one_rank_alone_counts_are_refused_by_all(self):
        # Of three ranks in a row only that in the middle has two neighbours.
        self.expect(run_case("--set", "grid.points=30x4x1", "--set", "grid.masked=true", "--set",
                             "partition.method=blocks", "--set", "halo.transport=notified",
                             "--set", "notify.event_bits=1", ranks=3), 1,
                    "'notify.event_bits' is refused: 1 cannot count the 2 events of .*; 2 can$")

    def test_bits_that_leave_none_for_a_signal_are_refused_by_the_key_that_says_how_many(self):
        for options, blamed in [(["notify.index_bits=60"], "index_bits"), (["notify.bits=1"], "bits")]:
            every = ["halo.transport=notified", "notify.channels=[emulated]", *options]
            self.expect(run_case(*sum((["--set", one] for one in every), [])), 1,
                        f"'notify.{blamed}' is refused: \\d+ custom bits, ")

    def test_a_folder_that_cannot_be_written_to_is_status_1(self):
        Path("file").write_text("")
        Path("shut").mkdir(mode=0o555)
        places = ["file", "file/below", "/proc/none"] + (["shut"] if os.geteuid() != 0 else [])
        for place in places:
            self.expect(run_case(output=place, ranks=2), 1, f"cannot .*{place}")

    def test_a_folder_in_place_of_a_result_is_status_1_before_the_first_step(self):
        for name in ["fields.h5", "result.json", "report.html"]:
            Path("out", name).mkdir(parents=True)
            self.expect(run_case("--set", "ramp.nan_step=1", ranks=2), 1, f"cannot write out/{name}: Is a directory$")
            Path("out", name).rmdir()

    def test_a_partition_for_which_a_disk_has_no_room_is_status_3_and_leaves_the_old_one(self):
        Path("disk").mkdir()
        Path("mask.txt").write_text(("1" * 100 + "\n") * 100)
        for size in [8, 16, 40]:  # kB, of about 55
            within = ["unshare", "--mount", "sh", "-c",
                      f"mount -t tmpfs -o size={size}k tmpfs disk && echo old >disk/p.h5 && "
                      "\"$@\"; status=$?; cat disk/p.h5; exit $status", "sh"]
            if os.geteuid() != 0 or subprocess.run([*within, "true"], capture_output=True,
                                                   check=False).returncode != 0:
                self.skipTest("no file system can be mounted here")
            done = seafret("partition", "mask.txt", "--ranks", 3, "--out", "disk/p.h5",
                           within=within, alone=True)
            self.expect(done, 3, "cannot write disk/p.h5.tmp: No space left on device")
            self.assertTrue(done.stdout.endswith("old\n"), done.stdout)

    def test_a_disk_without_room_is_status_1_and_one_that_fills_up_status_3(self):
        Path("disk").mkdir()
        # A mount that is seen by this command only, and goes with it.
        mount = ["unshare", "--mount", "sh", "-c", "mount -t tmpfs -o size=1300k tmpfs disk && "
                 "head -c $0 /dev/zero >disk/ballast && exec \"$@\""]
        empty, full = [*mount, "0"], [*mount, "1300000"]
        if os.geteuid() != 0 or subprocess.run([*full, "true"], capture_output=True,
                                               check=False).returncode != 0:
            self.skipTest("no file system can be mounted here")
        case = {"output": "disk/out", "ranks": 2}
        self.expect(run_case(within=empty, **case), 0)
        case["within"] = full
        self.expect(run_case(**case), 1, "no room for about 1.1 MB")
        self.expect(run_case(SEAFRET_TEST_SECRETIVE_DISK="1", **case), 3,
                    "rank .: HDF5 cannot write")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
