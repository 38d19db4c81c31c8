import { globSync, readFileSync } from 'node:fs';
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { assert } from '#base/assert.ts';

const CATALOGUES = 'src/web/i18n';
const ENTRY = 'src/web/app/early/early-start.ts';
const VIEWS = 'src/web/app/views.ts';
/** What every page behind the login needs besides its own code, and what the login needs. */
const FRAME = ['src/web/app/shell/shell.tsx', 'src/web/app/signed-in.ts'];
const SIGN_IN = 'src/web/auth/open-session.ts';
const LANGUAGES = ['en', 'ru'] as const;

type Bundle = Rolldown.OutputBundle;
/** The files of each view by language, as places among the names, which many views share. */
interface FirstFiles {
  readonly names: readonly string[];
  readonly views: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}

/**
 * Writes the script that runs before any file is loaded (`web/app/early/early-start.ts`) into the page, with the names of the files
 * that each view needs. The server lets it run by its hash.
 */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const files = bundle === undefined ? { names: [], views: {} } : firstFiles(bundle, html);
        // At the top: behind the styles it would wait for them.
        const script = { tag: 'script', children: await scriptWith(files) };
        return [...ahead(html), script].map((tag) => ({ ...tag, injectTo: 'head-prepend' as const }));
      },
    },
  };
}

/** Asks for the files that the page itself names at its end, before the script above them has run. */
function ahead(html: string): HtmlTagDescriptor[] {
  const script = /<script type="module" crossorigin src="([^"]+)">/.exec(html)?.[1];
  const style = /<link rel="stylesheet" crossorigin href="([^"]+)">/.exec(html)?.[1];
  const link = (attributes: Readonly<Record<string, string>>) => ({
    tag: 'link',
    attrs: { ...attributes, crossorigin: '' },
  });
  return [
    ...(script === undefined ? [] : [link({ rel: 'modulepreload', href: script })]),
    ...(style === undefined ? [] : [link({ rel: 'preload', as: 'style', href: style })]),
  ];
}

async function scriptWith(files: FirstFiles): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { FIRST_FILES: JSON.stringify(files) },
    build: { write: false, target: 'es2023', rolldownOptions: { input: ENTRY, output: { format: 'iife' } } },
  });
  assert('output' in built, 'one build has one output');
  return built.output[0].code;
}

/** Of each view that has a file of its own, by language: everything that is not part of the page itself. */
function firstFiles(bundle: Bundle, html: string): FirstFiles {
  const rows = [
    ...readFileSync(VIEWS, 'utf8').matchAll(/^ {2}(\w+): \[\(\) => import\('#web\/([^']+)'\), '\w+'((?:, '\w+')*)\]/gm),
  ];
  assert(rows.length > 0, `${VIEWS} lists the views, one a line`);
  const names = new Set<string>();
  const missing = (modules: readonly string[]): number[] => {
    const files = new Set(modules.flatMap((module) => filesOf(bundle, module)));
    const wanted = [...files].filter((name) => !html.includes(name)).map((name) => `/${name}`);
    for (const name of wanted) names.add(name);
    return wanted.map((name) => [...names].indexOf(name));
  };
  const inEach = (filesIn: (language: string) => number[]) =>
    Object.fromEntries(LANGUAGES.map((language) => [language, filesIn(language)]));
  const pages = Object.fromEntries(
    rows.map(([, view = '', file = '', words = '']) => {
      const code = [...FRAME, `src/web/${file}`];
      const filesIn = (language: string) => {
        const ofPage = [...words.matchAll(/\w+/g)].map(([part]) => catalogueOf(language, part));
        return missing([...code, `${CATALOGUES}/${language}.ts`, ...ofPage]);
      };
      return [view, inEach(filesIn)];
    }),
  );
  const views = { ...pages, login: inEach(() => missing([SIGN_IN])) };
  return { names: [...names], views };
}

/** The words of a part: among those of the language, or in a folder below. */
function catalogueOf(language: string, part: string): string {
  const [file] = globSync(`${CATALOGUES}/${language}/{*/,}${kebab(part)}.ts`);
  assert(file !== undefined, `the words of ${part} are in ${CATALOGUES}/${language}`);
  return file.replaceAll('\\', '/');
}

/** The file that contains a module, and all that it imports; scripts before styles. */
function filesOf(bundle: Bundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
  assert(own !== undefined, `a file of the build contains ${module}`);
  const needed = new Set([own]);
  for (const chunk of needed) {
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported !== undefined) needed.add(imported);
    }
  }
  const scripts = [...needed].map(({ fileName }) => fileName);
  return [...scripts, ...[...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])];
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
