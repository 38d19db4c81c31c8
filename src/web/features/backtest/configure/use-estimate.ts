import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { isApiError } from '#web/api/api-error.ts';
import { type Estimate, estimateQuery, type TestBody } from '../test-queries.ts';

/** Shorter pauses while typing are not estimated. */
const TYPING_MS = 400;

export interface Estimating {
  /** Null before the first one; while the next one is awaited, that of the body before. */
  readonly estimate: Estimate | null;
  /** Whether it is about what the form holds now. */
  readonly isCurrent: boolean;
  readonly error: Error | null;
  /** Whether the server refuses the test itself, and not only failed to answer. */
  readonly isRefused: boolean;
  readonly retry: () => void;
}

/** The estimate of a test as it is typed; none of null. */
export function useEstimate(body: TestBody | null): Estimating {
  const typed = JSON.stringify(body);
  const [text] = useDebouncedValue(typed, TYPING_MS);
  const settled: TestBody | null = JSON.parse(text);
  const { data, error, isPlaceholderData, refetch } = useQuery(estimateQuery(settled));
  const isCurrent = text === typed && !isPlaceholderData;
  return {
    estimate: data ?? null,
    ...{ isCurrent, error, isRefused: isCurrent && isRefusal(error) },
    retry: () => void refetch(),
  };
}

const SERVER_FAULTS = 500;
const TOO_MANY_REQUESTS = 429;

function isRefusal(error: Error | null): boolean {
  if (!isApiError(error) || error.status === null) return false;
  return error.status < SERVER_FAULTS && error.status !== TOO_MANY_REQUESTS;
}
