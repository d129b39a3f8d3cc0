/** What may have a semicolon in it that ends no statement: comments, quoted texts and names, bodies of functions. */
const wholes = String.raw`--[^\n]*|/\*[\s\S]*?\*/|'(?:[^']|'')*'|"[^"]*"|(?<tag>\$(?:[a-z_]\w*)?\$)[\s\S]*?\k<tag>`;
const wholeOrEnd = new RegExp(`${wholes}|;`, 'gi');
const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * The statements of a script one by one, with the comments before them. Texts whose backslashes mean something (`E'\''`) and comments within
 * comments are not understood.
 */
export function sqlStatements(script: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  for (const { 0: found, index } of script.matchAll(wholeOrEnd)) {
    if (found !== ';') continue;
    statements.push(script.slice(begin, index).trim());
    begin = index + 1;
  }
  statements.push(script.slice(begin).trim());
  return statements.filter((statement) => statement.replaceAll(comments, '').trim() !== '');
}
