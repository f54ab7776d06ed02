#!/usr/bin/env python3
"""Check that every anchor that a page of the built site links to is there: `anchors.py HTML`. LinkChecker can do so too, but reads a page
again for each of its headings, which takes minutes."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links = {"", "top"}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids.update(filter(None, (attributes.get("id"), attributes.get("name"))))
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])


def main():
    html = Path(sys.argv[1]).resolve()
    pages = {path: Page(path.read_text()) for path in sorted(html.rglob("*.html"))}
    count, dead = 0, []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or not parts.fragment:
                continue
            count += 1
            goal = pages.get((path.parent / unquote(parts.path)).resolve() if parts.path else path)
            # A page that is not there is LinkChecker's.
            if goal and unquote(parts.fragment) not in goal.ids:
                dead.append(f"{path.relative_to(html)}: {link}")
    print(*dead, f"{len(pages)} pages, {count} anchors, {len(dead)} dead", sep="\n")
    sys.exit(bool(dead))


if __name__ == "__main__":
    main()
