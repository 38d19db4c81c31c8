/** Parameters of a bot as they are sent and stored. Only the family of the bot's kind can read what is in them. */
export type BotParams = Readonly<Record<string, unknown>>;
