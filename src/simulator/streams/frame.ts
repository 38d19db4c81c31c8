/** One message of one stream, serialised once for all who hear it. */
export interface Frame {
  /** As the message is. */
  readonly plain: Buffer;
  /** Inside `{"stream": …, "data": …}`. */
  readonly wrapped: Buffer;
}

/** @param stream - a stream's name or a listen key: no characters that JSON would escape */
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
