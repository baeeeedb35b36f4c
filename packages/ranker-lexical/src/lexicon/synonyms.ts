// Written and reviewed for this package. One group a line; each word may stand for each other one of its line.
// A group must hold in tool catalogs of any field. Words that mean different things in different fields stay out.

/** Words that people use for one another when they ask for a tool. */
export const synonymGroups = `
  create add insert new make
  create open start
  setup create configure set
  create generate
  delete remove erase destroy drop
  delete cancel
  clear reset empty
  get fetch retrieve read obtain
  get show view display
  list all show enumerate
  search find lookup query
  find locate discover
  update edit modify change
  update set adjust
  rename move
  send deliver post
  message email mail
  message text sms chat
  reply respond answer
  run execute launch start trigger invoke
  stop terminate halt end kill
  pause suspend
  disable deactivate
  enable activate
  restart reboot
  deploy release publish
  upload put store
  download get export
  copy duplicate clone
  save store
  attach link connect
  assign allocate
  approve accept confirm
  reject deny decline
  block deny ban
  book reserve
  buy purchase order
  pay payment
  bill invoice
  refund reimburse
  cost price
  sell sale
  job task work
  todo task
  issue bug ticket defect
  ticket case
  error exception failure crash
  log logs output
  alert alarm notification
  alert warning
  monitor watch track
  schedule plan
  schedule calendar
  meeting appointment event
  reminder alarm
  user account member
  user person people
  employee staff worker personnel
  customer client
  contact person
  team group
  role permission access
  password credential secret
  token key
  repository project
  folder directory
  file document
  doc document
  page document
  picture image photo
  video movie film
  film movie
  song music track
  audio sound speech
  voice speech
  translate language
  summary summarize
  analyze evaluate assess
  check verify validate
  check test inspect
  compute calculate
  convert transform
  estimate predict forecast
  compare difference
  recommend suggest
  weather forecast temperature
  restaurant food dining eat
  recipe cook meal
  diet nutrition calorie
  flight plane airline
  hotel accommodation lodging
  trip travel journey vacation
  car vehicle automobile
  cab taxi ride
  house home property
  apartment rent
  direction route navigation
  distance route
  location place address
  map location
  nearby local near
  product item
  cart basket
  package parcel shipment
  delivery shipping
  crypto cryptocurrency bitcoin
  currency exchange
  money cash fund
  loan mortgage
  tax income
  revenue income
  salary wage pay
  chart graph plot
  table sheet spreadsheet
  spreadsheet excel
  row record
  column field
  database table
  server host machine instance
  container docker
  cluster kubernetes
  url link website
  website site
  news article headline
  paper publication
  book novel literature
  game play
  score result
  course class lesson
  student pupil
  doctor physician
  patient medical
  disease illness
  medicine drug medication
  symptom diagnosis
  exercise workout fitness
  legal law
  attorney lawyer
  tweet twitter post
  comment note remark
  tag label
  review feedback rating
  survey poll
  branch fork
  merge combine join
  version release
  build compile
  key secret
  backup snapshot
  metric statistic
  stats statistic
  size count number
  total sum
  average mean
  quote citation
  quantity amount
  begin start
  finish complete done
  complete tick check
  current latest now
  latest recent newest
  history past
  status state
  detail information info
  information data
  describe detail
  id identifier
  setting configuration preference
  discount coupon promotion voucher
  client account
  company business firm organization
  vacation leave holiday
  expense spending
  deal opportunity
  lead prospect
  subscription plan
  holding portfolio
  market exchange
  funding investment financing
  inbox mailbox
  thread conversation discussion
  channel room
  wiki page
  memo note
  ship deploy rollout
  revert rollback undo
  restore recover
  login signin logon
  logout signout
  signup register
  password passcode
  screenshot capture
  diff difference change
  pipeline workflow build
  sprint iteration
  epic story
  deadline due
  storage disk volume
  memory ram
  cpu processor
  usage utilization consumption
  machine vm
  certificate ssl tls
  domain dns
  vulnerability weakness cve
  scan inspect
  privilege permission
  follow subscribe watch
  unfollow unsubscribe
  mute silence
  transcript caption subtitle
  summarize recap digest
  invite add
  archive store
  headcount employee
  hire recruit
  applicant candidate
  warehouse inventory
  inventory stock
  reservation booking
  reserve schedule
  event happening
  outage incident
  incident alert
  oncall duty
  feature flag
  variable setting
  worksheet sheet
  slide presentation deck
  diagram chart
  sketch draw
  phone call
  dial call
  text message
  voicemail message
  attachment file
  picture avatar
  profile account
  bookmark favorite
  rate review
  unsubscribe cancel
  quit leave
  kick remove
`;
