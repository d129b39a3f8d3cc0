/** Made of locales/*.json by scripts/messages-plugin.ts. */
declare module 'virtual:messages' {
  type Messages = Readonly<Record<string, (values: Readonly<Record<string, string | number>>) => string>>;
  type Loader = () => Promise<{ readonly default: Messages }>;

  export const loaders: Readonly<Record<'first' | 'pages' | 'console', Readonly<Record<string, Loader>>>>;
  /** By language: that the page could not be loaded, and what the button to try again is called. */
  export const unloadable: Readonly<Record<string, readonly [sentence: string, action: string]>>;
}
