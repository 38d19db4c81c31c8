import { queryOptions } from '@tanstack/react-query';
import type { Reply, SentBody } from '#contract/call.ts';
import { tryScale } from '#contract/risk/try-scale.ts';
import { api } from '#web/api/api.ts';

export type ScaleAnswer = Reply<typeof tryScale>;
export type OtherScale = SentBody<typeof tryScale>['scale'];

/** What was asked stands until it is asked anew: the stored past does not change. @param dateFrom - a UTC day; null: from the first */
export const scaleQuery = (asked: {
  readonly portfolioId: string;
  readonly dateFrom: string | null;
  readonly scale: OtherScale;
}) =>
  queryOptions({
    queryKey: ['scale', asked.portfolioId, asked.dateFrom, asked.scale],
    queryFn: ({ signal }) => {
      const { portfolioId, dateFrom, scale } = asked;
      return api(tryScale, { body: { portfolioId, scale, ...(dateFrom === null ? {} : { dateFrom }) }, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
