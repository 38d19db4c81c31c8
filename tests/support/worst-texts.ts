/** Texts on which patterns, conversions and number readers go back and forth, if they do. */
const PIECES = [
  'a',
  'A',
  'aA',
  'a_',
  '_a',
  'a0',
  '0',
  '1.',
  '-',
  ' ',
  '\t\n',
  '.',
  'a@',
  'a.a@',
  '1e',
  '\u{1F600}',
  '\0',
  '[',
  '"',
];
const TAILS = ['', '!', '_', '\n'];

/** Further ones for readers of forms, addresses and JSON. */
const FORMED = [
  '&',
  '&a',
  '=',
  '&=',
  'a=1&',
  '%',
  '%41',
  '+',
  '/',
  '//',
  '?',
  '#',
  ':',
  '\\"',
  '{"a":',
  '[',
  '[{',
  '[1,',
  '"",',
  ',',
  'xn--',
  'a;',
];

/** The worst texts of this many characters, each also with an end that fits nothing. */
export function worstTexts(length: number): readonly string[] {
  return PIECES.flatMap((piece) => TAILS.map((tail) => repeated(piece, length) + tail));
}

/** Texts of this many characters that are no longer names or values, but the syntax around them; each also with another end. */
export function worstSyntax(length: number): readonly string[] {
  return FORMED.flatMap((piece) => ['', '!'].map((tail) => repeated(piece, length) + tail));
}

function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/** Many entries of one kind, so many characters each. */
function many(length: number, size: number, part: (index: number) => string): string {
  return Array.from({ length: Math.floor(length / size) }, (_unused, index) => part(index)).join();
}

/** JSON that is right, of about so many characters: deep, wide, with many names, with long digits and names. */
export const WORST_JSON: readonly ((length: number) => string)[] = [
  (length) => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`,
  (length) => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
  (length) => `[${many(length, 2, () => '1')}]`,
  (length) => `{${many(length, 13, (index) => `"n${index}":${index}`)}}`,
  (length) => `[${many(length, 4, () => '"a"')}]`,
  (length) => `[${'9'.repeat(length - 2)}]`,
  (length) => `{"method":"order.place","params":{${many(length - 40, 14, (index) => `"n${index}":"v"`)}},"id":"9"}`,
  (length) => `{"method":"SUBSCRIBE","params":[${many(length - 40, 10, (index) => `"a@${index}"`)}],"id":1}`,
  (length) => `{"method":"SUBSCRIBE","params":["${'a'.repeat(length - 50)}"],"id":1}`,
];
