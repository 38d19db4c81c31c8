import { expect, it } from 'vitest';
import { hinted } from './compile-hint.ts';

const file = (name: string) => ({ name });

it('the files of which a page calls most at once begin with the line that has them compiled ahead, and others do not', () => {
  const files = ['index', 'pages', 'engine', 'chart', 'moves'].map(file);
  expect(hinted(files).map(({ name }) => name)).toEqual(['index', 'pages', 'engine', 'chart']);
});

it('a build without one of those files is refused, so that a file that is named anew is not forgotten', () => {
  expect(() => hinted(['index', 'pages'].map(file))).toThrow('compiled ahead');
});
