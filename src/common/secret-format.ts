/** How the secret of a leaked credential is written, in the order of their numbers in stored records. */
export const secretFormats = ['unknown', 'clear_text', 'hashed', 'encrypted'] as const;
export type SecretFormat = (typeof secretFormats)[number];
