/** Stands for `index.ts` in what is bundled for pages and Workers: see `browser` in package.json. Nothing there asks for it. */
export {}
