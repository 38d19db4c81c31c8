/** Shows the grey blocks of index.html over everything, in the next frame, until a page is drawn. @returns how to end that before */
export function cover(root: Element): () => void {
  document.documentElement.dataset['opens'] = 'now';
  return uncoverWhenDrawn(root);
}

/**
 * Where the grey blocks stand, takes them away when something else is drawn than now, blocks of the application apart.
 * @returns how to do it before
 */
export function uncoverWhenDrawn(root: Element): () => void {
  const before = root.firstElementChild;
  const uncover = (): void => {
    observer.disconnect();
    delete document.documentElement.dataset['opens'];
  };
  const observer = new MutationObserver(() => {
    const drawn = root.firstElementChild;
    if (drawn !== null && drawn !== before && !drawn.hasAttribute('data-waiting')) uncover();
  });
  observer.observe(root, { childList: true });
  return uncover;
}
