# SPDX-License-Identifier: BSD-3-Clause
"""The pages in a browser, where there is Chromium: wide and narrow, light and dark, and on paper.

All pages are frames of one, as wide as the question wants; a script in that one measures them.
"""
import html
import json
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from runs import run, seafret, validate_wave

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WIDTHS = [1280, 390]
LIGHT, DARK = "1", "0"
PAPER = 688 + 15  # A4 between its margins, and a bar to scroll by
BROKEN = """<!DOCTYPE html><html><body style="margin:0">
<main><img src="data:image/png;base64,AAAA" width="9" height="9" alt="">
<div style="width:300px;overflow:hidden;white-space:nowrap">{}</div>
<div style="width:1400px">wide</div></main><script>nothing()</script></body></html>"""
MEASURE = """
const luminance = colour => colour.match(/\\d+/g).slice(0, 3)
  .map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
const measure = frame => {
  const page = frame.contentDocument, body = page.body, style = getComputedStyle;
  const scrolls = e => e.closest('.scroll') !== null;
  const cut = [...page.querySelectorAll('main *')].filter(e => e.textContent.trim() !== '' &&
    !(e instanceof frame.contentWindow.SVGElement) && style(e).display !== 'inline' &&
    e.scrollWidth > e.clientWidth + 1 && (!scrolls(e) || e.matches('.scroll')));
  const pictures = [...page.querySelectorAll('img, image')];
  const lost = pictures.filter(e => {  // an image of SVG does not tell, its copy does
    const source = e.getAttribute('src') ?? e.getAttribute('href');
    const copy = [...document.images].find(one => one.getAttribute('src') === source);
    return copy.naturalWidth === 0 || e.naturalWidth === 0 || e.getBoundingClientRect().width === 0;
  }).length;
  const [paper, ink] = [style(body).backgroundColor, style(body).color].map(luminance);
  return {width: frame.contentWindow.innerWidth, scroll: body.scrollWidth,
          client: body.clientWidth, cut: cut.map(e => e.tagName + ' ' + e.textContent.slice(0, 40)),
          pictures: pictures.length, lost, paper,
          hidden: [...page.querySelectorAll('td')].filter(e => style(e).display === 'none').length,
          contrast: (Math.max(paper, ink) + 0.05) / (Math.min(paper, ink) + 0.05)};
};
onload = () => {
  const found = {};
  for (const frame of document.querySelectorAll('iframe'))
    found[frame.id] = measure(frame);
  document.getElementById('found').textContent = JSON.stringify(found);
};
"""


def frames(pages, widths):
    return "\n".join(f'<iframe id="{name} {width}" style="width:{width}px;height:900px;border:0" '
                     f'srcdoc="{html.escape(text)}"></iframe>'
                     for name, text in pages.items() for width in widths)


def printed(page):
    """With the style that it has on paper."""
    assert "@media print {" in page and "@media screen and" in page
    return page.replace("@media print {", "@media all {").replace("@media screen", "@media speech")


def copies(pages):
    sources = {source for text in pages.values()
               for source in re.findall('(?:src|href)="(data:image/png[^"]*)"', text)}
    return "\n".join(f'<img alt="" src="{source}">' for source in sources)


def browse(pages, scheme, widths=None):
    """What is measured of each page at each width, and what the console says."""
    Path("frames.html").write_text(f"<!DOCTYPE html><html><head><meta charset='utf-8'></head><body>"
                                   f"{frames(pages, widths or WIDTHS)}{copies(pages)}<pre id='found'></pre>"
                                   f"<script>{MEASURE}</script></body></html>")
    done = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu",
                           "--enable-logging=stderr", "--virtual-time-budget=20000",
                           f"--blink-settings=preferredColorScheme={scheme}", "--dump-dom",
                           Path("frames.html").absolute().as_uri()],
                          text=True, check=True, capture_output=True, timeout=300)
    found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.S).group(1)
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return json.loads(html.unescape(found)), console


class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for case in ["stratus", "coastal"]:
            run(case, case, 3)
        run("coastal", "longer", steps=5)
        assert seafret("report", "stratus", "coastal", "longer").returncode == 0
        cls.pages = {case: Path(case, "report.html").read_text() for case in ["stratus", "coastal"]}
        validate_wave()
        cls.pages["validated"] = Path("out/wave/long/report.html").read_text()
        cls.pages["beside"] = Path("compare.html").read_text()

    def test_pages_fit_their_windows_and_show_all_pictures_light_and_dark(self):
        for scheme, is_dark in [(LIGHT, False), (DARK, True)]:
            found, console = browse(self.pages, scheme)
            self.assertEqual(console, [])
            self.assertEqual(len(found), len(self.pages) * len(WIDTHS))
            for name, page in found.items():
                with self.subTest(name, dark=is_dark):
                    self.assertEqual(page["width"], int(name.split()[1]))
                    self.assertLessEqual(page["scroll"], page["client"])
                    if name.startswith("beside"):  # a column a run
                        page["cut"] = [text for text in page["cut"] if not text.startswith("DIV")]
                    self.assertEqual(page["cut"], [])
                    self.assertEqual(page["lost"], 0)
                    least = {"beside": 0, "validated": 1}.get(name.split()[0], 2)
                    self.assertGreaterEqual(page["pictures"], least)
                    self.assertEqual(page["paper"] < 0.1, is_dark)
                    self.assertGreater(page["contrast"], 7)

    def test_on_paper_nothing_is_cut_off_and_all_is_black_on_white(self):
        pages = {name: printed(page) for name, page in self.pages.items() if name != "beside"}
        found, console = browse(pages, DARK, [PAPER])
        self.assertEqual((console, len(found)), ([], len(pages)))
        for name, page in found.items():
            with self.subTest(name):
                self.assertLessEqual(page["scroll"], page["client"])
                self.assertEqual(page["cut"], [])
                self.assertEqual(page["paper"], 1)
                self.assertEqual(page["contrast"], 21)
                self.assertEqual(page["hidden"], 0)

    def test_what_is_broken_is_seen(self):
        found, console = browse({"broken": BROKEN.format("long " * 99)}, LIGHT)
        page = found["broken 1280"]
        self.assertGreater(page["scroll"], page["client"])
        self.assertTrue(any("long" in text for text in page["cut"]))
        self.assertEqual(page["lost"], 1)
        self.assertIn("nothing is not defined", console[0])


if __name__ == "__main__":
    if CHROMIUM is None:
        print("there is no chromium")
        sys.exit(77)
    unittest.main()
