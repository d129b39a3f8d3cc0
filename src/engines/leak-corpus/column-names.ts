/** What columns and properties of leaks are called, reduced by `plainName`: the first that a record fills counts. */
export const columnNames = {
  mail: ['email', 'mail', 'emailaddress', 'mailaddress', 'useremail', 'usermail', 'emails'],
  login: ['login', 'username', 'user', 'userlogin', 'loginname', 'account', 'identity'],
  secret: [
    'password',
    'pass',
    'passwd',
    'pwd',
    'plaintext',
    'plainpassword',
    'secret',
    'passwordplain',
    'passwordhash',
    'hashedpassword',
    'encryptedpassword',
    'passhash',
    'hash',
    'userpass',
  ],
  site: ['url', 'site', 'host', 'hostname', 'website', 'domain', 'origin', 'loginurl', 'service', 'uri'],
} as const;

export type ColumnRole = keyof typeof columnNames;

/** Lower-case letters and digits only: `E-Mail Address` and `email_address` are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
