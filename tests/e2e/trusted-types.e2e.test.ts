import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, leaveBrowser } from '../support/browser.ts';
import { type SharedProgram, sharedProgram } from '../support/shared-program.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

let browser: Browser;
let program: SharedProgram;
let visitor: Visitor;

beforeAll(async () => {
  [browser, program] = await Promise.all([launchBrowser(), sharedProgram()]);
  visitor = await openVisitor(browser, program);
  await visitor.page.goto('/login');
  await visitor.page.getByPlaceholder('Email').waitFor();
});

afterAll(() => leaveBrowser(browser));

/** Has the page write a string where it would become markup or code; the name of the error, null when it was let in. */
function written(sink: string, text: string): Promise<string | null> {
  return visitor.page.evaluate(
    ([wanted, value]) => {
      const place = document.createElement('div');
      const script = document.createElement('script');
      const frame = document.createElement('iframe');
      const factory = (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } })
        .trustedTypes;
      const sinks: Record<string, (string: string) => unknown> = {
        innerHTML: (string) => (place.innerHTML = string),
        outerHTML: (string) => (document.body.appendChild(place).outerHTML = string),
        insertAdjacentHTML: (string) => place.insertAdjacentHTML('beforeend', string),
        srcdoc: (string) => (frame.srcdoc = string),
        'document.write': (string) => document.write(string),
        'text of a script': (string) => (script.text = string),
        'address of a script': (string) => (script.src = string),
        'another policy': (string) => factory.createPolicy(string, {}),
      };
      try {
        sinks[wanted]?.(value);
        return null;
      } catch (error) {
        return (error as Error).name;
      }
    },
    [sink, text] as const,
  );
}

describe('a string that a script on the page writes as markup or code', () => {
  it.each([
    ['innerHTML', '<img src="x" onerror="alert(1)">'],
    ['innerHTML', '<b>bold</b>'],
    ['innerHTML', 'words that can make no element'],
    ['innerHTML', ':root>*{--a:1px}'],
    ['outerHTML', '<b>bold</b>'],
    ['insertAdjacentHTML', '<script>alert(1)</script>'],
    ['srcdoc', '<script>alert(1)</script>'],
    ['document.write', '<b>bold</b>'],
    ['text of a script', 'alert(1)'],
    ['address of a script', '/assets/other.js'],
    ['another policy', 'default'],
    ['another policy', 'other'],
  ])('is refused with an error (%s: %s)', async (sink, text) => {
    expect(await written(sink, text)).toBe('TypeError');
  });

  it('the page itself, up to the login and the first page behind it, is refused nothing', async () => {
    const reader = await openVisitor(browser, program);
    await reader.page.goto('/login');
    await reader.page.getByPlaceholder('Email').fill(program.owner.email);
    await reader.page.getByLabel('Password', { exact: true }).fill(program.owner.password);
    await reader.page.getByRole('button', { name: 'Login', exact: true }).click();
    await reader.page.getByRole('button', { name: 'Load the demo' }).waitFor();
    expect(reader.complaints).toEqual([]);
    const used = reader.page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--mantine-color-error'));
    expect(await used).not.toBe(''); // The sheet of the component library is there without having been written as markup.
    await reader.context.close();
  });
});
