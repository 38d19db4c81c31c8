import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { AfterPaint } from './after-paint.tsx';

const PARTS = ['page', 'heavy', 'heavier', 'within'];
/** What stood in the document each time something was drawn. */
let stages: string[];

/** Tells what stands in the document once it does so itself. */
function Part({ name }: { readonly name: string }) {
  useLayoutEffect(() => {
    stages.push(PARTS.filter((one) => screen.queryByText(one) !== null).join(' '));
  });
  return <p>{name}</p>;
}

async function draw(children: ReactNode) {
  stages = [];
  await act(async () => {
    render(<MantineProvider env="test">{children}</MantineProvider>);
  });
}

it('a heavy part is drawn after the page around it stands in the document', async () => {
  await draw(
    <>
      <Part name="page" />
      <AfterPaint height={100}>
        <Part name="heavy" />
      </AfterPaint>
    </>,
  );
  expect(stages).toEqual(['page', 'page heavy']);
});

it('a part of the second turn, and one within a part of the first, are drawn after that of the first', async () => {
  await draw(
    <>
      <Part name="page" />
      <AfterPaint height={100} turn={2}>
        <Part name="heavier" />
      </AfterPaint>
      <AfterPaint height={100}>
        <Part name="heavy" />
        <AfterPaint height={100}>
          <Part name="within" />
        </AfterPaint>
      </AfterPaint>
    </>,
  );
  const all = 'page heavy heavier within';
  expect(stages).toEqual(['page', 'page heavy', all, all]);
});
