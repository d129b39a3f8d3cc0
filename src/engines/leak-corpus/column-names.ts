/**
 * What columns, properties and lines of leaks are called, reduced by `plainName`: the first that a record fills counts. English
 * first, then German, French, Spanish, Portuguese, Italian, Dutch, Polish and Russian.
 */
export const columnNames = {
  mail: names(
    'email mail emailaddress mailaddress useremail usermail emails',
    'epost epostadresse emailadresse mailadresse emailkontakt',
    'courriel adressemail adresseemail adressecourriel adressedecourriel adresseelectronique couriel',
    'correo correoelectronico direcciondecorreo direcciondecorreoelectronico direccionemail',
    'correioeletronico correioelectronico enderecodeemail enderecoemail enderecoeletronico',
    'indirizzoemail indirizzomail indirizzodiposta postaelettronica',
    'emailadres mailadres',
    'adresemail adresmail adresmailowy poczta pocztaelektroniczna mejl',
    'почта электроннаяпочта элпочта эпочта емейл имейл емаил имеил мейл мыло адресэлектроннойпочты адреспочты',
  ),
  login: names(
    'login username user userlogin loginname account identity usr',
    'benutzername benutzer nutzername nutzer anmeldename benutzerkennung loginkennung',
    'utilisateur nomutilisateur nomdutilisateur identifiant pseudo nomdecompte',
    'usuario nombredeusuario nombreusuario nombredelusuario cuenta',
    'nomedeusuario nomeusuario nomedeutilizador utilizador',
    'utente nomeutente nomeaccount',
    'gebruikersnaam gebruiker inlognaam',
    'uzytkownik nazwauzytkownika nazwauzytkownik',
    'логин пользователь имяпользователя учетнаязапись',
  ),
  secret: names(
    'password pass passwd pwd plaintext plainpassword secret passwordplain passwordhash hashedpassword',
    'encryptedpassword passhash pwdhash userhash hash hashes userpass passwords pw pswd usrpass userpassword',
    'passwordmd5 md5password passmd5 md5 md5hash passwordsha1 sha1 sha1hash passwordsha256 sha256 sha512 ntlm bcrypt passwordbcrypt passworddigest digest',
    'passwort kennwort passwortklartext passworthash kennworthash passworter',
    'motdepasse mdp motpasse motsdepasse motdepassehash',
    'contrasena contrasenia clave contrasenas hashcontrasena',
    'senha palavrapasse palavrachave senhahash hashdasenha',
    'parolachiave parola chiavediaccesso',
    'wachtwoord wachtwoordhash',
    'hasło haslo skrothasla',
    'пароль хешпароля хэшпароля хеш хэш',
  ),
  site: names(
    'url site host hostname website domain origin loginurl service uri',
    'webseite internetseite webadresse',
    'siteweb siteinternet',
    'sitioweb sitio paginaweb',
    'sitedeacesso',
    'sitoweb sito',
    'webadres',
    'strona stronainternetowa stronawww witryna',
    'сайт вебсайт адрессайта ссылка',
  ),
} as const;

export type ColumnRole = 'mail' | 'login' | 'secret' | 'site';

export const columnRoles: readonly ColumnRole[] = ['mail', 'login', 'secret', 'site'];
const rolesByName = new Map(columnRoles.flatMap((role) => columnNames[role].map((name) => [name, role] as const)));

function names(...lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(' ')).map(plainName);
}

/** Letters and digits only, in lower case and without their accents: `E-Mail Address` and `email_address` are one name. */
export function plainName(name: string): string {
  // What knows all letters is slow, and needed for few names.
  if (isAscii(name)) return name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const letters = name.normalize('NFKD').toLowerCase();
  return letters.replace(/[^\p{L}\p{N}]/gu, '');
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) >= 0x80) return false;
  return true;
}

/** What a column, property or line of that name holds; null: something else. */
export function roleOf(name: string): ColumnRole | null {
  return rolesByName.get(plainName(name)) ?? null;
}

/** Whether a column of secrets is called after what was made of them: `password_hash`, `md5`. */
export function namesHash(name: string): boolean {
  return /hash|skrot|md5|sha1|sha256|sha512|ntlm|bcrypt|crypted|digest|хеш|хэш/.test(plainName(name));
}
