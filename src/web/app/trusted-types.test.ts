import { describe, expect, it } from 'vitest';
import { admitText } from './trusted-types.ts';

describe('the policy of strings that libraries write as HTML', () => {
  it('admits text that can make no element, as the sheets of the component library', () => {
    const sheet = ':root>*{--a:calc(1px * 2) & "b"}';
    expect(admitText(sheet)).toBe(sheet);
  });

  it.each(['<b>', 'a<!--', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '</style><p>'])(
    'refuses %s',
    (markup) => expect(admitText(markup)).toBeNull(),
  );
});
