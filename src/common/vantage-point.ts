/** How the places from which workers look at servers are named. */
export const vantagePointPattern = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
