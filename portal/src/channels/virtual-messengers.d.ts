/** Made of src/engines/messengers by scripts/messengers-plugin.ts. */
declare module 'virtual:messengers' {
  type Form = Pick<import('../../../src/engines/messengers/messenger.ts').Messenger<never>, 'name' | 'fields'>;

  export const messengers: Readonly<Record<import('./data.ts').ChannelType, Form>>;
}
