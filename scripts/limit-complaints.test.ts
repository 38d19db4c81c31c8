import { expect, it } from 'vitest';
import { limitComplaints } from './limit-complaints.ts';
import { factsOf } from './source-facts.ts';

const complaintsIn = (file: string, text: string) => limitComplaints(factsOf(file, `const text = ${text};\n`));

it.each([
  "'must be 1 to 24 letters'",
  "'Use at least 8 characters.'",
  "'Up to 1000 candles'",
  "'You logged in more than 5 minutes ago.'",
  "'Не меньше 8 символов.'",
  "'Вы вошли больше 5 минут назад.'",
])('the check for limits refuses the number in %s', (text) => {
  expect(complaintsIn('src/contract/a.ts', text)).toHaveLength(1);
});

it.each(["'Enter a number, such as 1.5.'", "'must be from 1 to '", "'at least {count} characters'", "'24 h'"])(
  'the check for limits accepts %s',
  (text) => {
    expect(complaintsIn('src/web/i18n/en/a.ts', text)).toEqual([]);
  },
);

it('the check for limits leaves tests and other folders alone', () => {
  expect(complaintsIn('src/contract/a.test.ts', "'up to 8'")).toEqual([]);
  expect(complaintsIn('src/engine/a.ts', "'up to 8'")).toEqual([]);
});
