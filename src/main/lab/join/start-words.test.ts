import { expect, it } from 'vitest';
import { roleOf } from './start-words.ts';

it('a start is all of the program, unless it is told to be the lab alone', () => {
  expect([roleOf([]), roleOf(['--roles=lab']), roleOf(['--roles', 'lab'])]).toEqual(['all', 'lab', 'lab']);
});

it.each([
  [['--roles=engine'], '--roles cannot be "engine": it must be lab, or left out for the whole program.'],
  [['--roles=lab', '--roles=lab'], '--roles is given twice.'],
  [['--role=lab'], 'Usage: npm start [-- --roles=lab]'],
  [['lab'], 'Usage: npm start [-- --roles=lab]'],
])('a start with the words %j is refused with a sentence', (words, sentence) => {
  expect(() => roleOf(words)).toThrow(sentence);
});
