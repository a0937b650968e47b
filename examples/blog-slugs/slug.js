const MAX_LENGTH = 60;

export function withoutAccents(text) {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "");
}

// Cuts at a hyphen where there is one, so that no word is torn.
export function shorten(slug, maxLength = MAX_LENGTH) {
  if (slug.length <= maxLength) return slug;
  const cut = slug.slice(0, maxLength + 1).lastIndexOf("-");
  return slug.slice(0, cut > 0 ? maxLength : cut);
}

export function slugify(title) {
  const slug = withoutAccents(title)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return shorten(slug) || "untitled";
}
