/**
 * Copies figures exactly. Every figure carries its exact value as `data-exact`, a plain decimal; what is copied has that
 * value in place of each figure that is selected as a whole, and the selected letters of one that is cut.
 * @returns a function that stops it
 */
export function copyExactly(page: Document): () => void {
  const onCopy = (event: ClipboardEvent) => {
    const selection = page.getSelection();
    const text = selection === null ? null : exactText(selection);
    if (text === null || event.clipboardData === null) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  };
  page.addEventListener('copy', onCopy);
  return () => page.removeEventListener('copy', onCopy);
}

/** A figure that is selected as a whole. */
interface Selected {
  /** The text node of its letters. */
  readonly letters: Text;
  readonly shown: string;
  readonly exact: string;
}

/** The selected text with exact figures; null when no figure is selected as a whole. */
function exactText(selection: Selection): string | null {
  if (selection.rangeCount === 0 || selection.isCollapsed) return null;
  const figures = figuresIn(selection.getRangeAt(0));
  if (figures.length === 0) return null;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (anchorNode === null || focusNode === null) return null;
  // The browser itself makes text of the selection, with the tabs of a table: the figures hold their exact values meanwhile.
  for (const { letters, exact } of figures) letters.data = exact;
  const moved = (node: Node, offset: number) => {
    const figure = figures.find(({ letters }) => letters === node);
    return figure === undefined || offset === 0 ? offset : figure.exact.length;
  };
  selection.setBaseAndExtent(anchorNode, moved(anchorNode, anchorOffset), focusNode, moved(focusNode, focusOffset));
  const text = selection.toString();
  for (const { letters, shown } of figures) letters.data = shown;
  selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
  return text;
}

function figuresIn(range: Range): readonly Selected[] {
  const common = range.commonAncestorContainer;
  const around = common instanceof Element ? common : common.parentElement;
  const inside = around?.closest('[data-exact]') ?? null;
  const elements = inside === null ? [...(around?.querySelectorAll('[data-exact]') ?? [])] : [inside];
  return elements.flatMap((element) => {
    const letters = element.firstChild;
    const exact = element.getAttribute('data-exact');
    if (!(letters instanceof Text) || exact === null || !isWhole(range, letters)) return [];
    return [{ letters, shown: letters.data, exact }];
  });
}

/** Whether a range has all letters of a text node. */
function isWhole(range: Range, letters: Text): boolean {
  return range.comparePoint(letters, 0) === 0 && range.comparePoint(letters, letters.length) === 0;
}
