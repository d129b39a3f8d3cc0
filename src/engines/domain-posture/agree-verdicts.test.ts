import { expect, it } from 'vitest';
import { agreeVerdicts } from './agree-verdicts.ts';
import { noTemplate } from './domain-look.ts';
import { judgePosture } from './judge-posture.ts';
import { scriptedDns } from './testing/scripted-dns.ts';

const spfOf = async (...zones: readonly string[]) => {
  const domain = { name: 'ex.test', dkimSelectors: [], expectsMail: null, template: noTemplate };
  const looks = await Promise.all(zones.map((zone) => judgePosture(scriptedDns(`ex.test SOA 1 | ${zone}`), domain)));
  return looks.reduce(agreeVerdicts).find(({ check }) => check === 'spf')!;
};
const [everyone, fine] = ['ex.test TXT v=spf1 +all', 'ex.test TXT v=spf1 -all'];
const partly = 'ex.test TXT v=spf1 include:a.test +all | a.test TXT !silent';

it.each([
  ['both say the same', [everyone, everyone], 'weak', 'high', true],
  ['both say that nothing is wrong', [fine, fine], 'ok', null, true],
  ['they differ', [everyone, fine], 'unknown', null, false],
  ['they differ the other way round', [fine, everyone], 'unknown', null, false],
  ['the second is silent', [everyone, 'ex.test TXT !silent'], 'weak', 'high', true],
  ['the first fails', ['ex.test TXT !failed', everyone], 'weak', 'high', true],
  ['both are silent', ['ex.test TXT !silent', 'ex.test TXT !silent'], 'unknown', null, false],
  ['one of them saw a part', [everyone, partly], 'weak', 'high', false],
])('when %s', async (_what, zones, state, severity, isComplete) => {
  const verdict = await spfOf(...zones);
  expect(verdict).toMatchObject({ state, severity, isComplete });
  expect(verdict.evidence.length).toBeGreaterThanOrEqual(2);
});

it('what they disagree on is told with no record to publish', async () => {
  const { remarks, shouldBe } = await spfOf(everyone, fine);
  expect(remarks).toEqual([{ reason: 'posture.resolvers_disagree', values: {} }]);
  expect(shouldBe).toBeNull();
});
