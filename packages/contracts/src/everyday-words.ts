/**
 * Words that descriptions of tools use every day: those that stand in at least 15 of 20,099 definitions of the public catalogs behind benchmarks/ranking.
 * None of them can be told from the same word in an ordinary text.
 */
export const everydayWords: ReadonlySet<string> = new Set(
  `
  ability able about accepts access accessed accessible according account accounts across action actions activated active activities
  activity add added adding addition additional address addresses adds admin administration administrator advertising affect after again
  against age agent agents aggregated aggregator air aircraft alarm alert alerts algorithm alias aliases all allocation allow allowed
  allowing allows along already also always amount analysis analytics analyze and animal animals annotation anonymously another any app
  appear appearing applicable application applications applied applies apply approval apps architectural archive are area aren array art
  article artifact artifacts artist ascending assessment assign assigned assignment assistance associate associated associates association
  associations asynchronous asynchronously attach attached attachment attachments attempt attempts attribute attributes audio audit
  authenticate authenticated authentication authorization authorize authorized automated automatic automatically availability available
  average avoid award back backend background backup backups balance balancer bank base based baseline basic batch because become becomes
  been before begins behavior behaviors being belong belonging belongs below best between billing block blockchain blocked blocks blog
  board body book both branch branches brand bucket buckets budget build building bulk bundle bus business but cache calendar call called
  caller calling calls campaign can canary cancel canceled cancellation cannot capacity card cards case cases cash catalog categories
  categorize category cause certain certificate certificates chain change changed changes changing channel character characters charge
  charges chat check checks chemical child children choose city claim class classic classification client clients cloud cluster clusters
  code codes codespace collection color column columns command comment comments commit commits common communication community company
  compatibility complete completed completes compliance compliant component components compound compute computing concepts condition
  conditions conference config configuration configurations configure configured confirmation conformance connect connected connection
  connections connector consists console construction consumer contact contacts contain contained container containers containing contains
  content contents context contexts continue continuous control controls conversion coordinates copy corresponding cost costs could count
  country counts course coverage create created creates creating creation credential credentials credit criteria crop currency current
  currently custom customer customers customization customized daily dance dashboard dashboards data database databases dataflow dataset
  datasets date days dedicated deep default define defined defines definition definitions delegated delete deleted deletes deleting
  deletion delivery deploy deployed deployment deployments deprecated descending describe described describes description descriptions
  design designed desired destination destinations destructive detach detail detailed details detect detected detection determine
  determines developer development device devices different digital direct directly directory disable disabled disassociate discovery
  discussion disk display distance distribution distributions docs document documentation documents does doesn domain domains don done
  download draft droplets duration during each edge edit education effect effective effort either element eligible email emails embedded
  emoji employee empty enable enabled enables encrypt encrypted encryption end endpoint endpoints energy engine entire entities entity
  entries entry environment environmental environments error errors estimated ethical ethics evaluate evaluated evaluates evaluation even
  event events eventually every exact example examples exception execute executed execution executions exist existing exists expected
  expense experience experiment expire expires explicitly export expression extension external face faces fail failed fails failure false
  family fashion feature features feedback fetch field fields file filename files film filter filtered filtering filters final financial
  find finding findings firewall firewalls first five flag fleet flight flow flows folder follow following food for forecast form format
  forwarding found frame free from full fully function functionality functions further future game gateway gateways gender gene generate
  generated generates generation genetic get gist given global google governance grant granted grants graph group grouped groups
  guaranteed guidelines hardware has hash have header headers health healthcare height help historical history hold hook hospitality host
  hosted hotel hours how however https human idempotent identified identifier identifiers identify identities identity ignored image
  images immediately impact import imported improve inactive inbound include included includes including income incoming increase
  independent index indicate indicates individual inference info information initial initiate inline input inside insights inspection
  installation instance instances instead insurance integration intended interaction interest interface internet intervals into introduced
  inventory investment invitation invitations invoice invoices invoke invoked invoking isn issue issued issues item items its job jobs
  just key keys kind know known kubernetes label labels language languages large last later latest launch law laws layer learn learning
  least left legal length lets level levels libraries library license lifecycle like limit limited limits line link linked links list
  listed listing lists live load local location locations log logging login logistics logs long longer loyalty machine made mail main
  maintain maintenance make makes making manage managed management manager managing manual manually many map mapping mappings marked
  market marketing match matches matching material maximum may meaning means media medical member members membership memory merge message
  messages messaging metadata method methods metric metrics might migrating migration minimum minute minutes mitigation mobile mode model
  models modified modify monitor monitored monitoring monthly more most move multiple music must name named names namespace nearby
  necessary need needed needs network new news next node nodes none not note noteable notebook notes notification notifications null
  number numbers object objects obtain off offer old once one ongoing online only open operating operation operations option optional
  optionally options order ordered orders org organisation organization organizational organizations origin original other otherwise our
  out outbound output outside over override overrides overview overwritten own owned owner package packages page pages paginated
  pagination pair pairs parallel parameter parameters parent part partial partially participants particular partition partner partners
  party pass passed passing password past patch path patient pattern patterns payment payments peering pending people per perform
  performance performed performs period permanently permission permissions permitted persistent person personal pharmaceutical phone
  physical pipeline place placed plain plan plans platform player plugin point points policies policy poll pool pools population portfolio
  porting position possible possibly post potential power practices preference preferences preferred prefix present prevent preview
  previous previously price pricing primary principal priority private probability process processed processes processing processor
  product production products profile profiles program programs progress project projects prompt properties property protection protein
  protocol provide provided provider providers provides providing provisioned provisioning proxy public published publishing pull purchase
  purposes push put quality queries query questions queue queues quickly quota quote radius random range ranges rate rating raw reaction
  reactions read reality receive received receiving recent recently recipe recipient recipients recommend recommendation recommended
  recommends record recording records recovery refer reference referenced refresh refund regarding regardless region regional regions
  register registered registration registry regulations related relationship release relevant remains remote remove removed removes
  removing replace replaced replaces replica replicas replication repo report reported reports repositories repository representation
  represents request requested requester requesting requests require required requirements requires research reservation reserved reset
  resource resources response restaurant restore restrictions result resulting results retention retrieve retrieved retrieves retrieving
  return returned returning returns reusable revealing reverse review reviews revision risk robot role roles room root rotation route
  routes routing rule rules run runner running runs runtime safety sales same sample sandbox saved scale scaling scan scanning schedule
  scheduled scheduling schema scheme schemes scope scopes score screen screening search searching second secondary seconds secret secrets
  section secure security see segment segments select selected semantics send sender sending sends sensitive sent sentiment sequence
  server servers service services session sessions set sets setting settings several share shared sharing short should show sign signal
  signature signed signing since single site size snapshot snapshots snippet social software solution some song sorted source sources
  space species specific specifications specified specifies specify specifying speech speed sports spreadsheet stack stage standard
  standards start started starting starts state statement states static statistical statistics stats status statuses step steps still
  stock stop stopped stops storage store stored stores strategy stream streaming streams string structure student style subject submit
  submitted subnet subnets subscription subscriptions subsequent subset subuser subusers success successful successfully such suggestions
  summary supplied supply support supported supports suppression sure syntax system systems table tables tag tagging tags take taken takes
  target targets task tasks tax team teams techniques technology temperature template templates temporary terminate terminated termination
  test testing text than that the their them theme then theory there these they thing third this those three through tier time timeout
  times timestamp tips title token tokens too tool top topic topics total trace track tracker tracking traffic trail training transaction
  transactions transfer transfers transform transit transition transportation travel trial trigger triggers true trust tunnel turn two
  type types unchanged under unique unit unless until update updated updates updating upgrade upload uploaded usage use used useful user
  username users uses using valid validate validation value values variable variables various vault vehicle verification verified verify
  version versions veterinary via video view virtual visibility visible vocabulary voice volume volumes want was watch watchlist way
  weather web webhook webhooks website weight well were what when where whether which while who whose will window with within without won
  word words work worker workflow workflows workgroup working works workspace would write year yet you your yourself zone zones
`
    .trim()
    .split(/\s+/u),
);
