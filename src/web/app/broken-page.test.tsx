import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { domFindings } from '../../../tests/support/dom-findings.ts';
import { openPage } from '../../../tests/support/draw-page.tsx';
import { BrokenPage, NotFoundPage } from './broken-page.tsx';

const broken = (error: Error) => openPage(<BrokenPage error={error} reset={() => {}} />);
const wayOn = () => screen.getByRole('link', { name: 'Go to portfolios' }).getAttribute('href');

describe('a page that broke', () => {
  it.each([
    ['its own fault', new Error('x is not a function'), 'Something went wrong on this page.'],
    [
      'a part that could not be loaded',
      new TypeError('Failed to fetch dynamically imported module: /a.js'),
      'Part of this page could not be loaded: the server does not answer, or it was updated.',
    ],
    ['an answer of the server', new ApiError('DATABASE_UNAVAILABLE'), /^The database does not answer\./],
  ])('by %s says which, with a way on', async (_, error, title) => {
    await broken(error);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(title);
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
    expect(wayOn()).toBe('/portfolios');
    expect(await domFindings()).toEqual([]);
  });

  it('shows its cause, which helps to find it, but for an answer of the server', async () => {
    const { unmount } = await broken(new Error('x is not a function'));
    expect(screen.getByText('x is not a function')).toBeTruthy();
    unmount();
    await broken(new ApiError('INTERNAL_ERROR'));
    expect(screen.queryByText(/INTERNAL_ERROR/)).toBeNull();
  });
});

it('an address that does not exist says so, with a way on', async () => {
  await openPage(<NotFoundPage />);
  expect(screen.getByRole('heading', { level: 1, name: 'This page does not exist.' })).toBeTruthy();
  expect(wayOn()).toBe('/portfolios');
});
