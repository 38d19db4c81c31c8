/** One message of one stream, serialised once for all subscribers. */
export interface Frame {
  /** The bare message. */
  readonly plain: Buffer;
  /** Inside `{"stream": …, "data": …}`. */
  readonly wrapped: Buffer;
}

/** @param stream - a stream's name or a listen key: without characters that JSON would escape */
export function frameOf(stream: string, text: string): Frame {
  let [plain, wrapped]: [Buffer | null, Buffer | null] = [null, null];
  return {
    get plain() {
      plain ??= Buffer.from(text);
      return plain;
    },
    get wrapped() {
      wrapped ??= Buffer.from(`{"stream":"${stream}","data":${text}}`);
      return wrapped;
    },
  };
}
