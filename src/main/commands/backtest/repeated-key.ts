/** A string, bracket, colon or comma; anything between them does not matter here. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * The first repeated key of an object in a JSON text; null when there is none. The system's parser silently takes the
 * last value.
 * @param json - valid JSON
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
