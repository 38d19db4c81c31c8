/** Resolves when what was changed until now is on the screen, or at once in a tab that nobody sees: it draws no frames. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
