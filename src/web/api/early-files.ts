declare global {
  /** Given by the script in the page itself, which knows the files of every view. */
  var requestFiles: ((view: string) => void) | undefined;
}

/** Has the browser fetch the files of a view, of which nothing runs yet, while something else is awaited. */
export function fetchFilesOf(view: string): void {
  globalThis.requestFiles?.(view);
}
