/**
 * Words by what they speak of. One alone says little; the detector learns which of them meet near each other in planted instructions.
 * Words are compared by their stem, so each stands here once.
 */
export const vocabulary = {
  agent: 'assistant agent llm model chatbot copilot claude gpt gemini ai planner bot',
  you: 'you your yours yourself me my',
  person:
    'user human person people customer client owner operator caller anyone anybody nobody everyone employee administrator they them patient student teacher player reader visitor guest tenant traveller passenger buyer seller member colleague manager doctor resident parent staff boss victim he she him her',
  secret:
    'credential password passphrase passcode keychain pin otp mfa login certificate passport vault secret cookie token env id_rsa id_ed25519 known_hosts netrc ssh aws kube gnupg history wallet seed key pem kdbx tfstate npmrc clipboard apikey iban cvv ssn license licence',
  private:
    'conversation dialogue transcript chat inbox mailbox mail email message prompt reasoning thought contact salary payroll medical health browsing photo recording screenshot habit memory session confidential private personal bank card document diary address phone hostname repository',
  move: 'send forward upload post submit transmit share pass attach append include insert paste supply provide copy export mirror relay leak deposit encode disclose report deliver hand place fill write give put print dump carry stream sync convey dispatch transfer divulge embed ship enter type feed pipe publish push travel accompany belong prepend concatenate bcc cc',
  get: 'read open load fetch retrieve collect gather grab extract obtain look cat list access steal find query save scrape harvest enumerate pull scan record download take peek search',
  not: "not never don't dont without avoid nor refrain stop no doesn't isn't cannot can't needn't mustn't won't shouldn't nothing none neither",
  tell: 'tell told inform notify mention reveal show explain warn ask say hear see learn know notice bother involve quote discuss refer announce answer reply describe',
  quiet:
    'silent silently secret secretly quiet quietly discreet covert unnoticed hide conceal withhold suppress omit pretend deny trace invisible unseen background unasked soften cosmetic obfuscate disguise',
  whole: 'everything all entire complete full whole verbatim uncut every each any exact word unabridged content whatever',
  always:
    'always regardless irrespective whatever despite forever permanent henceforth unconditional blind exception constantly once whenever hereafter',
  swap: 'replace swap overwrite substitute instead change alter modify redirect reroute raise increase double multiply set rewrite inflate divert turn round add subtract',
  target:
    'recipient account amount payee beneficiary destination quantity visibility registry price role bucket remote sender approver refund tip',
  must: 'must shall mandatory obliged compulsory required need should obey comply expect imperative bound supposed duty order instruct',
  before: 'before prior beforehand first advance after when if until moment upon start session begin next later then',
  other: 'other another different alternative competing rival remaining competitor else similar neighbour',
  worse:
    'deprecated unsafe compromised outdated broken wrong inferior insecure discontinued unreliable dangerous obsolete faulty defunct malicious untrustworthy inaccurate useless retired superseded malfunctioning slow worse spam',
  best: 'best only prefer choose select pick prioritise prioritize priority recommend rank superior trusted official first favour favor unmatched safest fastest verified approved top default chosen mention',
  tool: 'tool function server plugin command call mcp run invoke use',
  guard:
    'confirmation confirm approval approve permission consent audit restriction safeguard guardrail filter policy check verification authentication firewall sandbox antivirus warning oversight protection dialog safety security guideline instruction rule review signature sign hook test question prompt branch alarm lock limit',
  off: 'disable bypass ignore skip disregard override overrule circumvent deactivate off waive revoke mute pause exempt suspend forget lift weaken relax unlock evade void dismiss cancel delete erase remove wipe drop clear',
  right:
    'admin root owner superuser grant elevated unrestricted sudo unattended chmod whitelist allowlist allow agreed authorised authorized cleared released',
  fault:
    'error fail failure timeout quota expired empty refuse reject incomplete retry degraded broken crash unavailable corrupt otherwise',
  coax: 'personalise convincing customary usual usually common practice quality better welcome kindly appreciate harmless normal routine courtesy good norm',
  law: 'administrator compliance legal law court ceo cfo director police emergency urgent incident commander developer vendor anthropic openai system authority officer directive decree mandate',
} as const;

export type Concept = keyof typeof vocabulary;
export const conceptNames = Object.keys(vocabulary) as readonly Concept[];
