/** Parameters of a bot as they are sent and stored. Only the family of the bot's kind knows their fields. */
export type BotParams = Readonly<Record<string, unknown>>;
