/** One sign of an instruction that hides in a description. */
export interface Sign {
  /** What was found, in words for an operator. */
  readonly name: string;
  /** 4: enough alone. 2: two of them, or one with two weak ones. 1: weak. */
  readonly weight: 1 | 2 | 4;
  /** Each takes linear time: no nested or adjacent unbounded repetition. */
  readonly pattern: RegExp;
}

const user = String.raw`(?:the\s+)?(?:end[ -])?(?:users?|human|person|customer|operator|owner|anyone|anybody|them|him|her)`;
const tell = String.raw`(?:tell|inform|notify|alert|mention|reveal|disclose|show|report|explain|warn|ask|display|expose|let|say)`;
const never = String.raw`(?:do\s+not|don['’]t|never|must\s+not|mustn['’]t|should\s+not|shouldn['’]t|avoid|refrain\s+from|without)`;
const anyTool = String.raw`(?:any|any\s+other|every|each|other|all|all\s+other)\s+(?:\w+\s+)?(?:tools?|functions?|commands?|actions?|requests?|operations?|messages?)`;
const secretPlace = String.raw`(?:~|\$HOME|%USERPROFILE%|\/home\/|\/root|\/etc)[\/\\]?[\w.\/\\-]{0,40}(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|passwd|shadow|config|cursor|claude|env\b|mcp\.json|history|credentials)`;
const take = String.raw`(?:read|open|load|fetch|retrieve|collect|gather|grab|extract|copy|include|insert|attach|append|pass|provide|put|place|send|forward|upload|post|exfiltrate|leak|dump|submit|transmit|share|encode)`;

/**
 * The signs, built from the patterns that public studies of tool poisoning describe: hidden markup, overriding of earlier instructions,
 * secrecy towards the user, orders about other tools, theft of files and conversations, self-praise that steers the choice of a tool.
 */
export const signs: readonly Sign[] = [
  {
    name: 'markup that imitates a system message',
    weight: 4,
    pattern:
      /<\/?\s*(?:important|system|instructions?|critical|urgent|admin|hidden|secret|override|priority|assistant|attention|mandatory)[^<>]{0,40}>|\[\s*(?:system|admin|hidden|important instructions?|internal|developer)(?:\s+(?:note|message|prompt|instructions?|override))?\s*\]|#{2,}\s*(?:system|new)\s+(?:prompt|instructions?|message)/iu,
  },
  {
    name: 'a control token of a chat template',
    weight: 4,
    pattern: /<[|｜][a-z_]{2,24}[|｜]>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>|^[^\S\n]{0,8}(?:system|assistant)[^\S\n]{0,8}:/imu,
  },
  {
    name: 'an order to ignore other instructions',
    weight: 4,
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass|supersede[s]?|overrule|set\s+aside|discard)\s+(?:\w+\s+){0,3}(?:(?:previous|prior|earlier|above|preceding|other|existing|original|safety|system|your)\s+)(?:\w+\s+)?(?:instructions?|prompts?|rules?|guidelines?|directives?|messages?|context|polic(?:y|ies)|constraints?|restrictions?)/iu,
  },
  {
    name: 'an order to keep something from the user',
    weight: 4,
    pattern: new RegExp(
      String.raw`\b${never}\s+(?:ever\s+|also\s+)?${tell}(?:ing)?\s+(?:\w+\s+){0,4}?${user}\b|\bwithout\s+(?:the\s+)?(?:user['’]?s?|their|any)\s+(?:knowledge|consent|notice|noticing|awareness|being\s+(?:aware|told|informed)|knowing)|\b(?:user|human)s?\s+(?:must|should|does|do|need|will|can)\s*(?:not|n['’]t|never)\s+(?:need\s+to\s+)?(?:know|see|be\s+(?:told|informed|aware|shown|notified)|notice|find\s+out|learn)|\b(?:keep|hide|conceal|withhold)\s+(?:\w+\s+){0,5}?(?:secret|hidden|private|from\s+${user})\b|\b${never}\s+(?:mention|reveal|disclose|reference|discuss)(?:ing)?\s+(?:\w+\s+){0,2}?(?:this|these|that|it|the)\s*(?:\w+\s+){0,2}?(?:step|instruction|note|message|action|call|request|file|process|directive|rule|requirement|behaviou?r|to\b|in\b|$)`,
      'iu',
    ),
  },
  {
    name: 'an order to act silently',
    weight: 2,
    pattern: /\b(?:silently|secretly|covertly|discreetly|quietly|in\s+the\s+background\s+without)\b/iu,
  },
  {
    name: 'an order to go on without confirmation',
    weight: 2,
    pattern:
      /\b(?:without|no\s+need\s+(?:to|for)|do\s+not|don['’]t|never|skip)\s+(?:\w+\s+){0,2}?(?:ask(?:ing)?\s+(?:for\s+)?|request(?:ing)?\s+|requir(?:e|ing)\s+|seek(?:ing)?\s+)?(?:\w+\s+)?(?:confirm(?:ation|ing)?|permission|approval|consent)\b/iu,
  },
  { name: 'a place where secrets are kept', weight: 2, pattern: new RegExp(secretPlace, 'iu') },
  {
    name: 'a name of a file with secrets',
    weight: 2,
    pattern:
      /\b(?:id_rsa|id_ed25519|authorized_keys|known_hosts|mcp\.json|claude_desktop_config|\.bash_history|\.env(?:\s+file)?|\.netrc|\.pgpass|wallet\.dat|seed\s+phrase|private\s+key\s+file)\b|(?<=\s|^)\.env\b/iu,
  },
  {
    name: 'an order to hand over secrets or the conversation',
    weight: 4,
    pattern: new RegExp(
      String.raw`\b${take}(?:s|ing)?\s+(?:\w+[\s,]+){0,5}?(?:(?:conversation|chat|message|prompt|session)\s+(?:history|log|transcript|context)|(?:entire|full|whole|complete)\s+(?:conversation|chat|prompt|context|transcript)|system\s+prompt|(?:ssh|private|secret|access)\s+keys?|environment\s+variables?|credentials?|passwords?|(?:auth|access|session|bearer)\s+tokens?)\s+(?:\w+\s+){0,6}?(?:in|as|to|into|via|through)\b`,
      'iu',
    ),
  },
  {
    name: 'an order to send something to an address',
    weight: 2,
    pattern: new RegExp(
      String.raw`\b(?:send|forward|bcc|cc|post|upload|report|copy|transmit|submit|mail|email|sync|mirror)\s+(?:\w+[\s,'’]+){0,8}?(?:to|via|at)\s+(?:\w+\s+){0,2}?(?:https?:\/\/|[\w.+-]{1,64}@[\w-]{1,64}\.|\+?\d[\d -]{7,})`,
      'iu',
    ),
  },
  {
    name: 'an order about other tools',
    weight: 2,
    pattern: new RegExp(
      String.raw`\b(?:before|after|whenever|when|prior\s+to|instead\s+of|each\s+time|every\s+time|while)\s+(?:you\s+)?(?:\w+\s+){0,2}?(?:using|calling|invoking|running|executing|use|call|invoke|run|execute|answering|responding\s+to)?\s*${anyTool}\b`,
      'iu',
    ),
  },
  {
    name: 'an order to change how another tool is used',
    weight: 4,
    pattern:
      /\bwhen(?:ever)?\s+(?:the\s+)?[`'"]?\w+[`'"]?\s+(?:\w+\s+)?(?:tool|function)?\s*(?:is|gets)\s+(?:called|invoked|used|run)\b|\b(?:change|replace|modify|set|redirect|rewrite|alter|swap)\s+(?:\w+\s+){0,3}?(?:recipient|destination|payee|account\s+number|address|amount)s?\s+(?:\w+\s+){0,4}?(?:to|with)\s+[\w.+-]*(?:@|\d|https?:)/iu,
  },
  {
    name: 'a claim to be preferred over every other tool',
    weight: 2,
    pattern:
      /\b(?:always|must|should)\s+(?:\w+\s+){0,2}?(?:be\s+)?(?:prefer(?:red)?|chosen?|select(?:ed)?|used?|call(?:ed)?|pick(?:ed)?)\s+(?:\w+\s+){0,5}?(?:over|instead\s+of|rather\s+than|before|above|first\b|regardless)|\b(?:never|do\s+not|don['’]t)\s+(?:use|call|choose|select|consider|invoke|try)\s+(?:\w+\s+){0,2}?(?:other|another|alternative|similar|competing|different)\b|\b(?:highest|top|maximum)\s+priority\b|\b(?:all|every|any)\s+other\s+tools?\s+(?:is|are)\s+(?:\w+\s+)?(?:deprecated|disabled|broken|obsolete|unsafe|insecure|outdated|unavailable|inferior|unreliable)/iu,
  },
  {
    name: 'praise that no description needs',
    weight: 1,
    pattern:
      /\b(?:(?:this|the)\s+(?:is\s+)?(?:the\s+)?(?:best|only|official|most\s+(?:reliable|accurate|trusted|secure)|superior|verified)\s+(?:and\s+\w+\s+)?(?:tool|choice|option|function)|superior\s+to|guaranteed|100%\s+(?:accurate|reliable))\b/iu,
  },
  {
    name: 'a command line that fetches or destroys',
    weight: 4,
    pattern:
      /\b(?:curl|wget|iwr)\b[^\n|]{0,200}\|\s*(?:ba|z)?sh\b|\brm\s+-rf?\s+[~/.*]|\bbase64\s+(?:-d|--decode)\b|\bpowershell\b[^\n]{0,40}-enc|\bnc\s+-e\b|\bchmod\s+\+x\b/iu,
  },
  {
    name: 'a threat or a false authority',
    weight: 1,
    pattern:
      /\b(?:otherwise|or\s+else|failure\s+to\s+\w+)[^.\n]{0,80}\b(?:fail|not\s+work|crash|error|delete|terminat|suspend|lost|break|reject|block)\w*|\b(?:security|compliance|audit|legal|company|corporate)\s+(?:\w+\s+)?(?:polic(?:y|ies)|requirements?|reasons?|team|protocol)\b/iu,
  },
  {
    name: 'an order to a model',
    weight: 1,
    pattern:
      /\b(?:you|the\s+(?:ai|llm|model|assistant|agent)|(?:ai|llm)\s+(?:agents?|models?|assistants?)|claude|gpt|gemini)\s+(?:must|should\s+(?:always|never|first|also)|shall|will\s+(?:always|first|now)|are\s+(?:now\s+)?(?:required|instructed|obliged|to)|has\s+to|have\s+to|need\s+to\s+(?:always|first))\b/iu,
  },
  {
    name: 'shouting',
    weight: 1,
    pattern: /\b(?:IMPORTANT|CRITICAL|MANDATORY|URGENT|ATTENTION|WARNING|REQUIRED|ALWAYS|NEVER|MUST)\b(?:\s*[:!]|\s+[A-Z]{2,})/u,
  },
  {
    name: 'a long encoded text',
    weight: 2,
    pattern: /(?:[A-Za-z0-9+/]{76,}={0,2}|(?:%[0-9a-f]{2}){16,}|(?:\\x[0-9a-f]{2}){12,}|(?:&#x?[0-9a-f]{2,5};){8,})/iu,
  },
  { name: 'a hidden comment', weight: 2, pattern: /<!--[\s\S]{0,400}?(?:-->|$)|\[\/\/\]:\s*#/u },
  {
    name: 'a first step before this tool',
    weight: 1,
    pattern:
      /\b(?:before|prior\s+to|in\s+order\s+to)\s+(?:\w+\s+){0,2}?(?:use|using|call|calling|invok(?:e|ing)|run(?:ning)?)\s+(?:this|the)\b[^.\n]{0,60}?(?:tool|function)?/iu,
  },
];
