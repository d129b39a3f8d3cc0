/** Where an administrator wanted to go, if that is a page of the console: nothing else is gone to after a sign-in. */
export function returnPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/console(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/.test(path)) return undefined;
  return path.startsWith('/console/sign-in') ? undefined : path;
}
