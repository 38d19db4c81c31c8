import type { ApiDocument, Operation, Parameter } from './api-document.ts';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d6dae0, #343a44); --quiet: light-dark(#586172, #a3adbd);
  --code: light-dark(#f3f5f8, #1b2028); --text: light-dark(#171b22, #e8ecf2); --page: light-dark(#fff, #12161c); }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; font: 15px/1.5 system-ui, sans-serif;
  color: var(--text); background: var(--page); overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; } h3 { font-size: .9375rem; margin: 1rem 0 .25rem; }
p { margin: .5rem 0; } .quiet { color: var(--quiet); }
a { color: inherit; } summary { cursor: pointer; padding: .625rem 0; }
summary:focus-visible, a:focus-visible, pre:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
details { border-top: 1px solid var(--line); } details[open] { padding-bottom: 1rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; } pre { background: var(--code); padding: .75rem; overflow: auto; max-height: 24rem; margin: .25rem 0; }
summary b { display: inline-block; min-width: 3.75rem; } summary span { display: block; color: var(--quiet); }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; font-weight: inherit; }
`;

/** Stands in the page where each answer has its own nonce. */
export const NONCE_MARK = '{nonce}';

/** The document as a page to read: every call with its fields, an example of both ways, and the codes of its refusals. */
export function documentPage(document: ApiDocument): string {
  const { info, paths } = document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)} API</title>
<style nonce="${NONCE_MARK}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(info.title)} API</h1>
<p class="quiet">Version ${escaped(info.version)}. For tools: <a href="/api/openapi.json">the OpenAPI 3.1 document</a>.</p>
<p class="quiet" lang="ru">Справочник только на английском языке: он составлен из тех же схем, которыми сервер проверяет запросы.</p>
${info.description
  .split('\n')
  .map((line) => `<p>${escaped(line)}</p>`)
  .join('\n')}
<h2>${calls.length} calls</h2>
${calls.map(callText).join('\n')}
<h2>Codes of refusals</h2>
<table>
${Object.entries(document.components.examples)
  .map(
    ([code, { summary }]) =>
      `<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${escaped(summary)}</td></tr>`,
  )
  .join('\n')}
</table>
</main>
</body>
</html>`;
}

interface ShownCall {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function callText({ path, method, operation }: ShownCall): string {
  const { operationId, summary, parameters, requestBody, security } = operation;
  return `<details id="${operationId}">
<summary><b>${method}</b> <code>${escaped(path)}</code><span>${escaped(summary)}</span></summary>
${security.length === 0 ? '<p>Needs no token.</p>' : ''}
${parameters.length === 0 ? '' : `<h3>Parameters</h3>\n<table>${parameters.map(parameterRow).join('')}</table>`}
${requestBody === undefined ? '' : `<h3>Body</h3>\n${jsonText(requestBody.content['application/json'].example, `Body of ${operationId}`)}`}
${answersText(operation)}
</details>`;
}

function parameterRow({ name, in: place, required, example }: Parameter): string {
  const given = `${place}${required ? ', required' : ''}`;
  return `<tr><th scope="row"><code>${escaped(name)}</code></th><td class="quiet">${given}</td><td><code>${escaped(String(example))}</code></td></tr>`;
}

function answersText({ operationId, responses }: Operation): string {
  return Object.entries(responses)
    .map(([status, { description, content }]) => {
      const right = content['application/json'];
      if (right !== undefined)
        return `<h3>Answer ${status}</h3>\n${jsonText(right.example, `Answer of ${operationId}`)}`;
      const codes = Object.keys(content['application/problem+json']?.examples ?? {});
      const links = codes.map((code) => `<a href="#${code}"><code>${code}</code></a>`).join(', ');
      return `<p title="${escaped(description)}">${status}: ${links}</p>`;
    })
    .join('\n');
}

/** Scrolls by keyboard too. */
function jsonText(value: unknown, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${label}">${escaped(JSON.stringify(value, null, 2))}</pre>`;
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);
}
