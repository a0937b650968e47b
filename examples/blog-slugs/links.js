import { slugify } from "./slug.js";

// Gives every post an address of its own: a slug that is taken gets a number.
export function linksFor(posts) {
  const taken = new Set();
  return posts.map((post) => {
    const slug = slugify(post.title);
    let name = slug;
    for (let number = 2; taken.has(name); number += 1) name = `${slug}-${number}`;
    taken.add(name);
    return `/${post.date.slice(0, 4)}/${name}`;
  });
}
