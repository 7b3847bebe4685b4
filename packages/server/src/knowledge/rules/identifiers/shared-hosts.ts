/**
 * Hosts where many companies have a page, an email address or a shop: a name there identifies no company.
 * `name.*` is that name under any public suffix. Platforms on the public suffix list need no entry here.
 */
// biome-ignore format: one kind of host is one block
export const sharedHosts: readonly string[] = [
  // social networks and messengers
  'facebook.com', 'fb.com', 'fb.me', 'instagram.com', 'threads.net', 'threads.com', 'linkedin.com', 'lnkd.in',
  'x.com', 'twitter.com', 't.co',
  'youtube.com', 'youtu.be', 'tiktok.com', 'pinterest.*', 'snapchat.com', 'reddit.com', 'vimeo.com', 'flickr.com', 'tumblr.com',
  'whatsapp.com', 'wa.me', 't.me', 'telegram.me', 'line.me', 'lin.ee', 'zalo.me', 'kakao.com', 'vk.com',
  'weibo.com', 'weixin.qq.com',
  'xing.com', 'wantedly.com', 'mixi.jp', 'bsky.app', 'discord.gg', 'discord.com', 'nextdoor.com', 'meetup.com',
  'soundcloud.com', 'bandcamp.com',
  // blogs and publishing
  'wordpress.com', 'blogspot.*', 'blogger.com', 'medium.com', 'substack.com', 'livejournal.com', 'typepad.com', 'issuu.com',
  'ameblo.jp', 'ameba.jp', 'amebaownd.com', 'note.com', 'fc2.com', 'livedoor.jp', 'hatena.ne.jp', 'hatenablog.jp',
  'seesaa.net', 'exblog.jp', 'cocolog-nifty.com',
  'naver.com', 'naver.me', 'daum.net', 'tistory.com', 'brunch.co.kr', 'egloos.com', 'pixnet.net', 'xuite.net',
  // site builders and shops
  'wixsite.com', 'wix.com', 'editorx.io', 'weebly.com', 'weeblysite.com', 'squarespace.com', 'square.site',
  'business.site', 'godaddysites.com',
  'jimdo.com', 'jimdosite.com', 'jimdofree.com', 'strikingly.com', 'mystrikingly.com', 'site123.me', 'webnode.*',
  'yolasite.com', 'ucraft.site',
  'zohosites.com', 'zohosites.com.au', 'canva.site', 'carrd.co', 'durable.co', 'about.me', 'myportfolio.com',
  'webs.com', 'tripod.com', 'angelfire.com', 'bravenet.com',
  'myshopify.com', 'bigcartel.com', 'ecwid.com', 'storenvy.com', 'thebase.in', 'base.shop', 'stores.jp',
  'shop-pro.jp', 'ocnk.net', 'crayonsite.net', 'crayonsite.com',
  'goope.jp', 'peraichi.com', 'ownd.jp', 'geocities.*', 'imweb.me', 'modoo.at', 'cafe24.com', 'sixshop.com',
  'lnwshop.com', 'igetweb.com', 'weloveshopping.com', 'tarad.com',
  'myharavan.com', 'bizwebvietnam.net', 'mysapo.net', 'easystore.co', 'onpay.my', 'shoplineapp.com', 'boutir.com',
  'simdif.com', 'hubspotpagebuilder.com',
  // marketplaces, listings and booking pages
  'etsy.com', 'ebay.*', 'gumtree.*', 'shopee.*', 'lazada.*', 'tokopedia.com', 'bukalapak.com', 'carousell.*',
  'rakuten.co.jp', 'rakuten.ne.jp', 'en.alibaba.com', 'made-in-china.com',
  'yelp.*', 'tripadvisor.*', 'yellowpages.*', 'truelocal.com.au', 'hotpepper.jp', 'tabelog.com', 'gnavi.co.jp',
  'openrice.com', 'booksy.com', 'fresha.com', 'setmore.com', 'calendly.com',
  // documents, forms, maps and app stores
  'sites.google.com', 'docs.google.com', 'drive.google.com', 'forms.gle', 'maps.google.com', 'maps.app.goo.gl',
  'plus.google.com', 'play.google.com', 'apps.apple.com', 'itunes.apple.com',
  'g.page', 'g.co', 'dropbox.com', 'onedrive.live.com', '1drv.ms', 'sharepoint.com', 'forms.office.com',
  'jotform.com', 'typeform.com', 'surveymonkey.com', 'eventbrite.*', 'gofundme.com',
  // code hosts
  'github.io', 'github.com', 'gitlab.io', 'gitlab.com', 'bitbucket.org', 'bitbucket.io', 'sourceforge.net', 'gitee.com',
  // link shorteners and link pages
  'linktr.ee', 'bit.ly', 'goo.gl', 'tinyurl.com', 'ow.ly', 'buff.ly', 'is.gd', 'rebrand.ly', 'cutt.ly', 's.id',
  'lit.link', 'litt.ly', 'beacons.ai', 'bio.link', 'campsite.bio', 'taplink.cc', 'lynk.id', 'msha.ke',
  // email providers
  'gmail.com', 'googlemail.com', 'outlook.*', 'hotmail.*', 'live.com', 'live.com.au', 'live.jp', 'msn.com',
  'yahoo.*', 'ymail.com', 'rocketmail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com', 'gmx.*',
  'mail.com', 'mail.ru', 'yandex.*', 'proton.me', 'protonmail.com', 'pm.me', 'tutanota.com', 'zohomail.com',
  'fastmail.com', 'fastmail.fm', 'hey.com',
  'qq.com', '163.com', '126.com', 'sina.com', 'sina.cn', 'sohu.com', 'foxmail.com', 'hanmail.net', 'nate.com',
  'docomo.ne.jp', 'ezweb.ne.jp', 'softbank.ne.jp', 'i.softbank.jp', 'nifty.com', 'biglobe.ne.jp', 'ocn.ne.jp',
  'bigpond.com', 'bigpond.com.au', 'bigpond.net.au', 'optusnet.com.au', 'iinet.net.au', 'westnet.com.au',
  'ozemail.com.au', 'xtra.co.nz', 'slingshot.co.nz', 'singnet.com.sg', 'streamyx.com', 'netvigator.com',
  'comcast.net', 'verizon.net', 'sbcglobal.net', 'bellsouth.net', 'cox.net', 'earthlink.net', 'sympatico.ca', 'videotron.ca',
];

/** Private suffixes whose names are sold one by one, as a registry does: a name below belongs to one owner. */
// biome-ignore format: a list of names
export const soldSuffixes: readonly string[] = [
  'ae.org', 'africa.com', 'br.com', 'cn.com', 'co.ca', 'co.com', 'co.cz', 'co.dk', 'co.nl', 'co.no', 'co.pl',
  'com.de', 'com.se', 'de.com', 'eu.com',
  'gb.net', 'gr.com', 'hk.com', 'hk.org', 'hu.net', 'in.net', 'inc.hk', 'it.com', 'jp.net', 'jpn.com', 'ltd.hk',
  'mex.com', 'radio.am', 'radio.fm',
  'ru.com', 'sa.com', 'se.net', 'uk.com', 'uk.net', 'us.com', 'us.org', 'za.bz', 'za.com', 'za.net', 'za.org',
];
