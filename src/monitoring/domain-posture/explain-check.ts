import type { PublishedRecord, Reason, Remark } from '../../engines/domain-posture/remarks.ts';

type Values = Readonly<Record<string, string>>;
type Sentence = string | ((values: Values) => string);

const sentences: Readonly<Record<Reason, Sentence>> = {
  'posture.no_such_name': ({ name }) => `${name} does not exist, so there is nothing to look at.`,
  'posture.resolvers_disagree':
    'The two resolvers give different answers, as they do for a while after a change: nothing is said of it until they agree.',

  'name_servers.fine': ({ count }) => `All ${count} name servers know the domain.`,
  'name_servers.unanswered': ({ name }) => `Nobody answered which name servers ${name} has.`,
  'name_servers.silent': ({ hosts }) => `No answer came from ${hosts}, which can be the fault of the way there.`,
  'name_servers.no_such_name': ({ name }) =>
    `The DNS says that ${name} does not exist: no mail arrives, and no page is found. Look at its registration first, then at its name servers.`,
  'name_servers.all_lame': ({ hosts }) =>
    `Not one of its name servers (${hosts}) knows the domain: it is only found as long as old answers are kept. Have the zone set up there, or name the servers that have it at the registrar.`,
  'name_servers.lame': ({ hosts }) =>
    `${hosts} should know the domain and does not: a part of all visitors and mails waits or is lost. Have the zone set up there, or take the server out of the delegation.`,
  'name_servers.only_one':
    'There is one name server only: when it is away, so is the domain. Add a second one in another network.',
  'name_servers.one_network': 'All name servers are in one network, and fail together. Add one in another.',

  'dnssec.fine': 'The zone is signed, and its answers validate.',
  'dnssec.unanswered': ({ name }) => `Nobody answered about the signatures of ${name}.`,
  'dnssec.no_validator':
    'The keys fit what the parent zone says. Whether the signatures hold is not known, since the resolver that was asked does not validate.',
  'dnssec.bogus': ({ name, why }) =>
    `The signatures of ${name} are not valid (the resolver says: ${why}): for everybody whose resolver validates, the domain is gone. Sign the zone anew, or have the DS records taken out of the parent zone.`,
  'dnssec.no_keys': ({ name }) =>
    `The parent zone says that ${name} is signed, and the zone has no keys: for everybody whose resolver validates, the domain is gone. Sign the zone, or have the DS records taken out at the registrar.`,
  'dnssec.no_matching_key': ({ name }) =>
    `None of the keys of ${name} is one that the parent zone names: for everybody whose resolver validates, the domain is gone. Publish the DS record of the key in use at the registrar.`,
  'dnssec.old_algorithm':
    'It is signed by an algorithm that resolvers do not trust any more, which is as good as no signature. Change to algorithm 13 or 8.',
  'dnssec.not_chained':
    'The zone is signed, and its answers do not validate all the same: something between it and the root is not signed.',
  'dnssec.no_ds':
    'The zone is signed, and the parent zone does not say so: nobody checks the signatures. Publish the DS record at the registrar.',
  'dnssec.absent':
    'The zone is not signed: who gets between a resolver and its name servers can forge its answers. Many providers sign at the push of a button.',

  'mx.fine': 'Mail finds a host.',
  'mx.none_wanted': 'The domain says that it takes no mail.',
  'mx.unanswered': ({ name }) => `Nobody answered about ${name}.`,
  'mx.wanted': 'The domain should take mail and names no host that does. Publish an MX record.',
  'mx.no_address': ({ hosts }) =>
    `No host for its mail has an address (${hosts}): mail does not arrive. Correct the names, or give them addresses.`,
  'mx.null_among_others': 'It says that it takes no mail, and names hosts that do. Remove the MX record “0 .”.',
  'mx.some_without_address': ({ hosts }) => `${hosts} has no address. Remove it, or give it one.`,
  'mx.alias': ({ hosts }) =>
    `${hosts} is an alias (CNAME), which an MX record must not name: some senders fail at it. Name its target.`,
  'mx.no_null':
    'It names no host for mail, and does not say that it takes none: senders try for days. If no mail is wanted, publish a null MX.',

  'spf.fine': ({ count }) => `The record works; it takes ${count} of 10 look-ups.`,
  'spf.unanswered': ({ name }) => `Nobody answered about ${name}.`,
  'spf.macro': ({ term }) => `What stands behind ${term} depends on each message and cannot be seen from here.`,
  'spf.several': 'There are several SPF records, so receivers heed none. Make one of them.',
  'spf.syntax': ({ term, name }) =>
    `“${term}” in the record of ${name} cannot be read, so receivers do not heed the record at all.`,
  'spf.too_many_lookups': ({ count }) =>
    `The record and those that it includes take ${count} look-ups. Receivers stop at 10 and heed the record no more: legitimate mail is refused. Remove what does not send any more.`,
  'spf.too_many_voids': ({ count }) =>
    `${count} of the names that it refers to do not exist; receivers stop at the third. Remove them.`,
  'spf.too_many_hosts': ({ name }) =>
    `${name} has more than 10 hosts for mail, and “mx” must not stand for so many. Name their addresses instead.`,
  'spf.nothing_included': ({ name }) =>
    `It includes ${name}, which has no SPF record: receivers do not heed the record at all. Remove or correct it.`,
  'spf.several_included': ({ name }) =>
    `It includes ${name}, which has several SPF records: receivers do not heed the record at all.`,
  'spf.loop': ({ name }) => `It leads back to ${name}, without an end: receivers do not heed the record at all.`,
  'spf.everyone':
    'The record lets every server in the world send in the name of the domain. End it by “~all” or “-all”.',
  'spf.neutral':
    'The record says nothing of servers that it does not name, so that others can send in its name. End it by “~all” or, when everything that sends is named, “-all”.',
  'spf.ptr': ({ name }) =>
    `The record of ${name} uses “ptr”, which is slow and not to be used any more. Name addresses instead.`,
  'spf.absent':
    'There is no SPF record: the large providers refuse mail of such domains, or take it for spam. Add everything that sends for you before you end the record by “-all”.',
  'spf.absent_without_mail':
    'There is no SPF record. As no mail is sent, it can say so, and others cannot send in its name.',

  'dkim.fine': ({ selectors }) => `There are keys for signatures (${selectors}).`,
  'dkim.not_needed': 'As the domain takes no mail, no key is missed.',
  'dkim.unanswered': ({ name }) => `Nobody answered about ${name}.`,
  'dkim.unknown_selector':
    'None of the usual selectors has a key, and there seems to be another one. Tell us its name.',
  'dkim.wildcard': 'Every selector answers the same, so it cannot be seen whether one is in use. Tell us its name.',
  'dkim.named_missing': ({ selector }) =>
    `There is no key under the selector “${selector}”: what is signed by it counts as forged.`,
  'dkim.revoked': ({ selector }) =>
    `The key of the selector “${selector}” is revoked: what is signed by it counts as forged.`,
  'dkim.several': ({ selector }) =>
    `There are several records under the selector “${selector}”, of which receivers take any. Leave the one in use.`,
  'dkim.unreadable': ({ selector }) =>
    `The key of the selector “${selector}” cannot be read; part of it is probably missing. Publish it anew, whole.`,
  'dkim.sha1_only': ({ selector }) =>
    `The selector “${selector}” admits SHA-1 alone, which receivers do not accept. Remove “h=” from the record.`,
  'dkim.short_key': ({ selector, bits }) =>
    `The key of the selector “${selector}” has ${bits} bits. Receivers do not accept less than 1,024. Make a new one of 2,048.`,
  'dkim.old_key': ({ selector, bits }) =>
    `The key of the selector “${selector}” has ${bits} bits; 2,048 are usual. Make a new one when you can.`,
  'dkim.test_mode': ({ selector }) =>
    `The selector “${selector}” says that signatures are tried only (t=y), so receivers need not heed them. Remove “t=y” when they work.`,
  'dkim.absent':
    'No key for signatures is published: mail that is forwarded, and that of large senders, is refused without one. Switch signatures on where your mail is sent from.',

  'dmarc.fine': ({ name }) => `The policy of ${name} keeps others from sending in its name.`,
  'dmarc.unanswered': ({ name }) => `Nobody answered about the policy of ${name}.`,
  'dmarc.several': 'There are several DMARC records, so receivers heed none. Leave one.',
  'dmarc.malformed':
    'There is a record that was meant for DMARC and does not begin by “v=DMARC1;”, so receivers do not heed it.',
  'dmarc.policy_unknown': ({ policy }) =>
    `The policy “${policy}” is none that there is, so receivers do nothing. It has to be none, quarantine or reject.`,
  'dmarc.no_policy': 'The record has no policy (p=), so receivers do nothing.',
  'dmarc.policy_none': ({ tag }) =>
    `The policy is to do nothing (${tag}): others can send in its name. Read the reports for some weeks; when everything that sends for you passes, change to quarantine. Shops, newsletters and forwarders are what breaks.`,
  'dmarc.subdomains_open': 'Everything below the domain is exempt (sp=none), and that is what is forged then.',
  'dmarc.percentage': ({ percentage }) =>
    `The policy holds for ${percentage} % of all mail (pct=) where receivers still heed that, and for all of it elsewhere. Remove “pct”.`,
  'dmarc.test_mode': 'The policy is tried only (t=y), so receivers do less than it says. Remove “t=y” when it works.',
  'dmarc.report_address': ({ address }) =>
    `Reports cannot be sent to “${address}”. It has to be mailto: and an address.`,
  'dmarc.report_refused': ({ name }) =>
    `Reports shall go to ${name}, which does not say that it takes them, so none are sent.`,
  'dmarc.at_apex': 'The record stands under the domain itself, where nobody looks for it. It belongs under “_dmarc”.',
  'dmarc.absent':
    'There is no DMARC record: the large providers refuse mail of such domains when it is much, and forgeries in its name are let in. Begin with the policy none, which changes nothing and reports.',
  'dmarc.absent_without_mail':
    'There is no DMARC record. As no mail is sent, it can have everything refused that comes in its name.',

  'mta_sts.fine': 'Mail to it has to come encrypted, and to its own hosts.',
  'mta_sts.not_needed': 'As the domain takes no mail, no policy is missed.',
  'mta_sts.unanswered': ({ name }) => `Nobody answered about the policy of ${name}.`,
  'mta_sts.policy_unanswered': ({ name }) => `No answer came from https://mta-sts.${name}.`,
  'mta_sts.fits_no_mx': ({ hosts }) =>
    `The policy allows none of the hosts for its mail (${hosts}): senders that heed it deliver nothing. Add them to the policy, and give the record a new id.`,
  'mta_sts.misses_mx': ({ hosts }) =>
    `The policy does not allow ${hosts}: senders that heed it do not deliver there. Add it to the policy, and give the record a new id.`,
  'mta_sts.several': 'There are several MTA-STS records, so senders heed none. Leave one.',
  'mta_sts.malformed': 'The record has no id that can be read, so senders do not heed it.',
  'mta_sts.no_policy': ({ why }) => `The record announces a policy that is not to be had: ${why}.`,
  'mta_sts.policy_malformed': ({ line }) => `The policy cannot be read: “${line}” is missing or wrong.`,
  'mta_sts.testing': 'The policy is tried only (mode: testing). When reports show no failures, change to enforce.',
  'mta_sts.mode_none': 'The policy is switched off (mode: none).',
  'mta_sts.short_lived': ({ seconds }) =>
    `The policy is kept for ${seconds} seconds only, so it hardly protects. Weeks are usual.`,
  'mta_sts.absent':
    'Nothing asks senders for encryption: who gets between can read mail to it. A policy (MTA-STS) is a record and a file on a web server.',

  'tls_rpt.fine': 'Failures of encrypted delivery are reported.',
  'tls_rpt.not_needed': 'As the domain takes no mail, no reports are missed.',
  'tls_rpt.unanswered': ({ name }) => `Nobody answered about the reports of ${name}.`,
  'tls_rpt.several': 'There are several records for reports, so senders heed none. Leave one.',
  'tls_rpt.malformed': 'The record for reports names no address that can be read.',
  'tls_rpt.absent': 'Nobody hears when mail to it cannot be delivered encrypted.',

  'caa.fine': ({ name }) => `The records of ${name} say who may issue certificates.`,
  'caa.unanswered': ({ name }) =>
    `Nobody answered about ${name}. Authorities that get no answer either issue no certificate.`,
  'caa.unknown_critical': ({ tag }) =>
    `The property “${tag}” is marked critical, and authorities do not know it: none may issue a certificate.`,
  'caa.malformed': ({ value }) => `“${value}” is no authority, so none may issue a certificate by it.`,
  'caa.no_issuer': 'The records do not say who may issue certificates, so every authority may. Add a property “issue”.',
  'caa.absent': 'Every authority may issue certificates for it. A CAA record names yours.',

  'registration.fine': ({ date }) => `It is registered until ${date}.`,
  'registration.unanswered': 'No answer came from its registry.',
  'registration.not_told':
    'Its registry answers no questions about registrations (RDAP), so it is not known until when it is registered.',
  'registration.no_date': 'It is registered. Its registry does not say until when.',
  'registration.contradiction': 'Its registry knows nothing of it, and the DNS does.',
  'registration.lost':
    'Nobody has registered it any more: whoever does so now gets its mail and its visitors. Register it at once.',
  'registration.on_hold':
    'It is on hold at its registry (client hold or server hold), and so out of the DNS: no mail arrives, and no page is found. Ask the registrar why; often an address was not confirmed, or an invoice not paid.',
  'registration.in_redemption':
    'Its registration has ended, and it can still be had back for some weeks, for a fee. Have the registrar restore it at once.',
  'registration.pending_delete':
    'Its registry deletes it within days, and anybody can register it then. Ask the registrar whether it can still be saved.',
  'registration.expired': ({ date }) => `Its registration ended on ${date}. Have the registrar renew it at once.`,
  'registration.ends_at_once': ({ date }) =>
    `Its registration ends on ${date}, and nothing shows that it will be renewed. Renew it now.`,
  'registration.ends_soon': ({ date }) =>
    `Its registration ends on ${date}. Renew it, or make sure that the registrar does.`,
};

/** What a check came to, a sentence or two for each remark. */
export function explainRemarks(remarks: readonly Remark[]): string {
  return remarks.map(({ reason, values }) => sentenceOf(sentences[reason], values)).join(' ');
}

function sentenceOf(sentence: Sentence, values: Values): string {
  return typeof sentence === 'string' ? sentence : sentence(values);
}

/** A record as zone files have it; long texts come in pieces. */
export function recordLine({ name, type, value }: PublishedRecord): string {
  const pieces =
    type === 'TXT'
      ? (value.match(/.{1,255}/gs) ?? ['']).map((piece) => `"${piece.replaceAll(/["\\]/g, '\\$&')}"`)
      : [value];
  return `${name}. ${type} ${pieces.join(' ')}`;
}
