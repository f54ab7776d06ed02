const asked = new URLSearchParams(location.search).get("lang");

export const isPseudo = asked === "xx-pseudo";

/** Numbers and dates follow the reader's kind of English; the catalogue has no other language yet. */
export const locale = navigator.languages.find((language) => language.startsWith("en")) ?? "en";

document.documentElement.lang = isPseudo ? `${locale}-x-pseudo` : locale;
