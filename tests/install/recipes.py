# SPDX-License-Identifier: BSD-3-Clause
"""The recipes of packaging/ can be read, ask for all that CMake looks for, set only options that CMake has,
and are of this version."""
import ast
import os
import re
import subprocess
import sys
import types
from pathlib import Path

SOURCE = Path(os.environ["SEAFRET_SOURCE"])
PACKAGING = SOURCE / "packaging"
CMAKE = [SOURCE / "CMakeLists.txt", *sorted((SOURCE / "cmake").glob("*.cmake"))]
BY_COMPILER = {"openmp"}


def text(*files):
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def plain(name):
    return name.lower().replace("_", "-")


def needed():
    """What CMake looks for and cannot do without, tests apart."""
    files = [file for file in CMAKE if file.name in ("dependencies.cmake", "program.cmake")]
    return {plain(name) for name in re.findall(r"find_package\(([\w-]+)", text(*files))} - BY_COMPILER


def refuse_unknown_options(where, options):
    for option in options:
        known = rf"(option\(|set\(|find_library\(|find_path\(){option}\b"
        assert re.search(known, text(*CMAKE)), f"{where}: CMake has no option {option}"


class Spec:
    """A spec of which everything is true, and what is asked of it has any value."""
    variants = {}

    def __getitem__(self, name):
        return types.SimpleNamespace(mpicxx="mpicxx", mpifc="mpifort")

    def satisfies(self, _):
        return True


class CMakePackage:
    """As much of Spack's as a recipe calls; it notes what is defined."""
    spec, run_tests = Spec(), False

    def define(self, name, value):
        DEFINED.append(name)
        return f"-D{name}={value}"

    def define_from_variant(self, name, variant):
        assert variant in Spec.variants, f"there is no variant {variant}"
        return self.define(name, "")


class When:
    def __init__(self, _):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


DEFINED, DEPENDENCIES = [], []


def spack_modules():
    """Modules for what the recipe imports; what it calls besides is unknown, and so an error."""
    def variant(name, default, description, values=(True, False)):
        assert default in values and description
        Spec.variants[name] = types.SimpleNamespace(value=default)

    names = ["spack", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"]
    modules = {name: types.ModuleType(name) for name in names}
    package = modules["spack.package"] = types.ModuleType("spack.package")
    package.variant, package.when = variant, When
    package.license = package.version = lambda *words, **more: None
    package.depends_on = lambda spec, **more: DEPENDENCIES.append(re.match(r"[\w-]+", spec)[0])
    cmake = modules["spack_repo.builtin.build_systems.cmake"] = types.ModuleType("cmake")
    cmake.CMakePackage = CMakePackage
    return modules


def look_at_spack():
    file = PACKAGING / "spack/package.py"
    recipe = ast.parse(text(file))
    assert [node.name for node in recipe.body if isinstance(node, ast.ClassDef)] == ["Seafret"]
    sys.modules.update(spack_modules())
    names = {}
    exec(compile(recipe, file, "exec"), names)
    assert names["Seafret"]().cmake_args()
    refuse_unknown_options(file.name, [name for name in DEFINED if name.startswith("SEAFRET_")])
    assert needed() <= set(DEPENDENCIES), f"{file.name} lacks {needed() - set(DEPENDENCIES)}"


def look_at_easybuild():
    [file] = (PACKAGING / "easybuild").glob("*.eb")
    constants = {node.targets[0].id: node.value for node in ast.parse(text(file)).body}
    value = {name: ast.literal_eval(node) for name, node in constants.items() if name != "sources"}
    assert constants["sources"].elts[0].id == "SOURCELOWER_TAR_GZ"
    assert value["version"] == re.search(r"VERSION ([\d.]+) LANG", text(CMAKE[0]))[1], "another version"
    chain = value["toolchain"]
    assert file.name == f"seafret-{value['version']}-{chain['name']}-{chain['version']}.eb"
    named = {plain(name) for name, _ in value["builddependencies"] + value["dependencies"]}
    assert needed() - {"mpi"} <= named, f"{file.name} lacks {needed() - {'mpi'} - named}"
    refuse_unknown_options(file.name, re.findall(r"-D(SEAFRET_\w+)", value["configopts"]))


def look_at_container():
    """Every line is an instruction, what is run is a shell's, and packages are those of run.sh."""
    recipe = re.sub(r"\\\n", " ", text(PACKAGING / "Containerfile"))
    lines = [line.split(None, 1) for line in recipe.splitlines() if line and not line.startswith("#")]
    assert lines[0] == ["FROM", "docker.io/library/debian:12"]
    assert {name for name, _ in lines} <= {"FROM", "COPY", "RUN", "USER", "WORKDIR", "ENV", "CMD"}
    commands = "\n".join(rest for name, rest in lines if name == "RUN")
    subprocess.run(["sh", "-n"], input=commands, text=True, check=True)
    assert "/run.sh packages release" in commands and "apt-get" not in commands
    for case in re.findall(r"share/seafret/(inputs/\w+\.yaml)", recipe):
        assert (SOURCE / case).exists(), f"Containerfile: there is no {case}"
    refuse_unknown_options("Containerfile", re.findall(r"-D(SEAFRET_\w+)", recipe))


def look_at_the_words():
    page = SOURCE / "docs/install.md"
    refuse_unknown_options(page.name, re.findall(r"-D(SEAFRET_\w+)", text(page)))
    version = re.search(r"VERSION ([\d.]+) LANG", text(CMAKE[0]))[1]
    assert f"## [{version}]" in text(SOURCE / "CHANGELOG.md"), f"CHANGELOG.md does not know {version}"


look_at_spack()
look_at_easybuild()
look_at_container()
look_at_the_words()
