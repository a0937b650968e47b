/** A model's name to show: of one that is an absolute path, as llama.cpp tells it, the file's name alone; the folders are the person's own. */
export function shownModel(model: string): string {
  return /^(?:[/~]|[A-Za-z]:[\\/]|\\\\)/.test(model)
    ? (model.split(/[\\/]/).findLast((part) => part !== "") ?? model)
    : model;
}
