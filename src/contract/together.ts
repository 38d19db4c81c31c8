/**
 * Several reads in one answer: `GET /api/together?address=/api/…&address=/api/…`. The answer is `{"answers": […]}` in the
 * order of the addresses, each what its address answers when asked alone, or null where that is no success.
 */
export const TOGETHER_PATH = '/api/together';

/** As many addresses at most. */
export const TOGETHER_MAX = 8;
