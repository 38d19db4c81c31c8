/** A string, or a sign that opens, closes or parts something; what lies between them does not matter here. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * The first key that an object of a JSON text has twice; null when there is none. The system's parser takes the last of
 * both and says nothing.
 * @param json - text that is JSON
 */
export function repeatedKey(json: string): string | null {
  const open: (Set<string> | null)[] = []; // Keys of the objects around, null for a list.
  let last = '';
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      if (keys?.has(last) === true) return last;
      keys?.add(last);
    } else last = String(JSON.parse(token));
  }
  return null;
}
