import packageJson from '../../package.json' with { type: 'json' };

/** Version of the program, from package.json. */
export const version: string = packageJson.version;
